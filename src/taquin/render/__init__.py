"""Pure functions from values to text and pictures. Nothing here runs a search or prints."""
