"""The web page and its HTTP API: ``taquin serve``. Needs the extra ``web``.

``api`` has a function for each route, which knows no web framework: ``requests`` defines what they accept, ``puzzles``
reads it, ``responses`` describes what they return, and ``errors`` has the one form of an error. ``server`` has the
application: it listens, checks every request (``server.security``), and runs searches in a process pool in which
clients take turns (``server.async_pool``). The page is in ``static/``.
"""
