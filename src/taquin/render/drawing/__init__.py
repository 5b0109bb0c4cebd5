"""Drawings as values, the theme, and encoders for SVG, PNG and GIF."""
