"""Worksheets on paper: questions with room for the answers, and a separate key."""
