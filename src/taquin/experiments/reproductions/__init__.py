"""Published results, measured again: one file per reproduction, and one table for all of them."""
