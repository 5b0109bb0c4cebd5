"""Scores that say how promising a board is, trained on boards of a size. They are not bounds and prove nothing."""
