"""Drawings as values, the theme, and the two forms that a drawing is written in: SVG and PNG or GIF."""
