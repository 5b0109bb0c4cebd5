"""Programs that users wrote: run them, read what they print, judge their solutions, explain their numbers."""
