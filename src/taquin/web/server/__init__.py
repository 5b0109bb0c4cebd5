"""The server: the application, its address, its security checks, and the worker processes that run its searches."""
