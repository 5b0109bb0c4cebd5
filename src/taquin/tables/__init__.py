"""What is computed once and kept: exact distances of whole spaces, pattern databases, and the files they live in."""
