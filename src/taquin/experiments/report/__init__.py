"""Reports on results files: tables per method and per pair, charts, and what is needed to repeat the runs."""
