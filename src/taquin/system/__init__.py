"""What the operating system offers, made safe: files, signals, cores, memory, worker processes."""
