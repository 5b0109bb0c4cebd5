"""What a puzzle is: shapes, moves, boards, goals, problems, solutions, and every text form of a board."""
