"""Results, recorded searches and comparisons in words and tables."""
