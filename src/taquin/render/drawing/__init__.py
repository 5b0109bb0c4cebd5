"""Drawings as values, the theme, and encoders for SVG, PDF, TikZ, PNG and GIF."""
