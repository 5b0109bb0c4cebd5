"""What every run has: limits, counters and results, observers, progress, and the ``Run`` that every search holds."""
