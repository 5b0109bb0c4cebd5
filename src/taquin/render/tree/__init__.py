"""Search trees: selection and layout, and the tree as text, as a drawing and as data."""
