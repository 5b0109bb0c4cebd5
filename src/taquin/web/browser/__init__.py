"""The page without a server: ``engine`` responds to its requests inside the browser, ``export`` writes the files.

The browser runs Python in a web worker (Pyodide). The functions of ``taquin.web.api`` are those of the server.
"""
