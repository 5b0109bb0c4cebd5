"""The forms of each unit of the course, in the file with the unit's key; ``astar`` includes those of ``bounded``.

Their words are in the Markdown file with the same key.
"""
