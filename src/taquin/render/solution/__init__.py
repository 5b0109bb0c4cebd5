"""Solutions as drawings: strips of boards, animations, and results as HTML."""
