"""Exercises: question types with any number of variants, and the grading of answers."""
