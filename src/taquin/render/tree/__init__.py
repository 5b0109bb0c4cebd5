"""Search trees: what is shown, where it goes, and the tree as text, as a drawing and as data."""
