"""The old place of ``taquin.web.server.app``, until nothing imports it from here."""

from taquin.web.server.app import Site

__all__ = ["Site"]
