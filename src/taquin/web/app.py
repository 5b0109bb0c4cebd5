"""The old place of ``taquin.web.server.app``, until nothing imports it from here."""

from taquin.web.server.app import create_app

__all__ = ["create_app"]
