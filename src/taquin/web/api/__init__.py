"""The HTTP API: requests, responses, errors, and the routes below ``/api``."""
