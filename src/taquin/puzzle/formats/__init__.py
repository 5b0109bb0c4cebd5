r"""Every text form of a board or of a file of boards, in and out.

Numbers may be divided by spaces, tabs, commas, quotes or bars; rows by line ends, ``/`` or ``;``, or by brackets. The
blank is ``0 _ - . x X`` or ``*``, or an empty cell between two bars. ``#`` begins a comment. Lines of a drawn grid
(``+---+``, ``┌───┐``) are passed over. How a text is understood, in this order:

1. It begins with a bracket: lists. Their innermost lists are rows; lists of rows are boards.
2. A line holds ``/`` or ``;`` between numbers: every line is one board, its rows divided there. (``1;2;3;0``, where the
   numbers stand alone between semicolons, is a line of cells, as spreadsheets in much of Europe write it.)
3. Otherwise lines of numbers. They are one board by rows, perhaps under a line that gives the size (``3``, or ``3 4``
   for rows and columns), or several boards: blocks of rows with empty lines between them, or one board a line. Only one
   of these can be legal, since every board has exactly one blank, and the legal one is taken: 3 lines of 3 numbers are
   one board, 3 lines of 9 are three. If none is legal, the error is about one board where the numbers hardly repeat,
   and about several boards where they do.
4. A line with one board may carry other columns: one before the cells (an index) and up to three behind them (a
   length, a number of nodes), any number of them if the shape is given; the same in every line. A line of words with
   commas above them is a header.
5. Digits without spaces (``123405678``) are cells where every tile is one digit.

The shape comes from the rows, or it is ``shape``, or the cells make a square: nothing else is guessed.

>>> from taquin.puzzle.formats import Format, format_board, parse_board, read_document
>>> board = parse_board("1,2,3; 4,_,5; 6,7,8")
>>> print(format_board(board, Format.ALGS4))
3
1 2 3
4 0 5
6 7 8
>>> document = read_document("1 123405678 14\n2 123456780 0\n")
>>> document.format.value, [(entry.line, entry.label, entry.columns) for entry in document.entries]
('instances', [(1, '1', ('1', '14')), (2, '2', ('2', '0'))])
"""

from taquin.puzzle.formats.files import MAXIMUM_BYTES, read_bytes, read_file
from taquin.puzzle.formats.forms import Format, format_board
from taquin.puzzle.formats.reading import Document, Entry, parse_board, read_document

__all__ = [
    "MAXIMUM_BYTES",
    "Document",
    "Entry",
    "Format",
    "format_board",
    "parse_board",
    "read_bytes",
    "read_document",
    "read_file",
]
