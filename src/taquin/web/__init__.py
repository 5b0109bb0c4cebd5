"""The web page and its HTTP API: ``taquin serve``.

``connections`` closes clients that are slow or too many (``descriptors`` counts what fits), ``app`` receives every
request, and ``security`` checks it, with the names in ``hosts``. ``api`` has the routes: ``requests`` defines what they
accept, ``puzzles`` reads it, ``responses`` describes what they return, and ``errors`` has the one form of an error. A
search is a job for a worker process of ``pool``, where clients take turns; ``api.streams`` waits for it, and stops it
if the client disconnects. The page is in ``static/``, served by ``pages``. Needs the extra ``web``.
"""
