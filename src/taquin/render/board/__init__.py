"""Boards as drawings."""
