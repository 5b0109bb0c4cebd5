"""Solutions as drawings: strips of boards, animations, and what notebooks show of a result."""
