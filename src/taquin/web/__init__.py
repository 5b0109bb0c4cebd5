"""The web page and its HTTP API: ``taquin serve``.

``app`` puts the parts together; ``api`` has the routes; ``workers`` keeps the processes that search, each of which runs
``worker``, which does ``tasks``. The page itself is ``static/``. Needs the extra ``web``.
"""
