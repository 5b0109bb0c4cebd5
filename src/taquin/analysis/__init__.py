"""What can be said of a puzzle: hints, grades, verified solutions, examined heuristics, comparisons, new boards."""
