"""The game in the terminal, ``taquin play``; it needs Textual (the extra ``tui``)."""
