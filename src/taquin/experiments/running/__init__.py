"""Running an experiment: the plan, its runs in processes of their own, and the file that their records are added to."""
