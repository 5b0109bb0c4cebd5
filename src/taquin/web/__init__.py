"""The web page and its HTTP API: ``taquin serve``.

``server`` has the application: it listens, checks every request (``server.security``), and runs searches in a process
pool in which clients take turns (``server.async_pool``). ``api`` has the routes: ``requests`` defines what they accept,
``puzzles`` reads it, ``responses`` describes what they return, and ``errors`` has the one form of an error;
``api.streams`` waits for a search, and stops it if the client disconnects. ``pool`` has the tasks that workers perform.
The page is in ``static/``. Needs the extra ``web``.
"""
