"""Experiments: methods set against each other, measured, and put into words."""
