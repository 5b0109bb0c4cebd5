"""All shortest solutions as one graph: as text, as a drawing and as data."""
