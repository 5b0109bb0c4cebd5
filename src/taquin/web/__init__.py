"""The web page and its HTTP API: ``taquin serve``.

A request comes in through ``app``, which ``security`` guards, to a route (``api``, ``search_routes``, ``play_routes``).
``messages`` say what it may hold, and ``puzzles`` reads it. What searches becomes a job for one of the ``workers``:
each is a process that runs ``worker`` and does ``tasks``. ``streams`` brings the answer back, and stops the job if the
client leaves; ``answers`` and its kin describe it. The page itself is ``static/``, served by ``pages``. Needs the extra
``web``.
"""
