"""Files of tables: the folder, the header, the lock of a builder, reading, and the checks that a file is intact."""
