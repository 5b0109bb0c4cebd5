"""What a command prints or writes: texts, tables, pictures, charts, files."""
