"""Table files: the folder, the header, the lock of a builder, and loading with its checks."""
