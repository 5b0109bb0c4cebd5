r"""Reading and writing every text form of boards; ``taquin.puzzle.documents`` makes boards of what is read.

Numbers are separated by spaces, tabs, commas, quotes or bars; rows by line ends, ``/`` or ``;``, or by brackets. The
blank is ``0 _ - . x X * b B □ ■`` or ``None``, or an empty cell between two bars. ``#`` begins a comment. Lines of a
drawn grid (``+---+``, ``┌───┐``) are ignored, and so is what stands around a list in code, ``board = np.array(…)``. The
rows of a LaTeX matrix are read as lines. Only a text that is no board is read again with the blank in every empty cell:
between two commas, tabs or quotes, or where a row leaves a column free and all rows line up (``empty_cells.py``). A
legal board is refused if its separators show other cells or rows (``gaps.py``). A text is interpreted by the first rule
that applies:

1. It begins with a JSON object, or with a list of objects: Taquin's own JSON. The board of each object is its ``start``
   (or ``board``, or each of ``boards``), and ``goal`` and ``label`` are used too. Another bracket begins lists: the
   innermost are rows, lists of rows are boards.
2. A line contains ``/`` or ``;`` between numbers: every line is one board, and these characters separate its rows. (In
   ``1;2;3;0`` there is one number between two semicolons: this is a line of cells, as spreadsheets in much of Europe
   write it.) A board goes on below a line that ends with such a character, if that is legal.
3. Otherwise the text is lines of numbers. They are one board by rows, with or without a first line that gives the size
   (``3``, or ``3 4`` for rows and columns, or ``3 -1`` for a side and the cell of the blank in the goal, counted from
   0, where -1 is the last), or several boards: blocks of rows with empty lines between them, or one
   board per line. Only one of these can be legal, since every board has exactly one blank: 3 lines of 3 numbers are one
   board, 3 lines of 9 are three. If none is legal and many numbers repeat, the error is about several boards, otherwise
   about one.
4. A line with one board may have other columns: one before the cells (an index) and up to three after them (a length, a
   number of nodes), or any number of columns if the shape is given. All lines have the same columns. A first line of
   words with commas is a header. Where the cells of all lines may begin at two places, the text is refused.
5. Digits without spaces (``123405678``) are cells of one digit each, for 11 to 16 cells in hexadecimal
   (``fe169b4c0a73d852``).

The shape comes from the rows or from ``shape``; otherwise the cells must fill a square.

>>> from taquin.puzzle.documents import parse_board, read_document
>>> from taquin.puzzle.formats import Format, format_board
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

from taquin.puzzle.formats.files import MAXIMUM_BYTES, decode_text, load_file
from taquin.puzzle.formats.forms import Format, format_board
from taquin.puzzle.formats.reading import is_certainly_board

__all__ = ["MAXIMUM_BYTES", "Format", "decode_text", "format_board", "is_certainly_board", "load_file"]
