"""The protocol between the server and its workers: frames of a kind, a length and a content, over pipes.

The server sends ``JOB`` (JSON) and ``CANCEL``, and closes the pipe to end a worker. A worker sends ``READY`` once, and
for every job ``BEGUN``, any number of ``PROGRESS`` (JSON), and at last ``RESULT`` or ``ERROR`` (JSON).
"""

from __future__ import annotations

import struct

HEADER = struct.Struct("<cI")

JOB = b"J"
CANCEL = b"C"
READY = b"R"
BEGUN = b"B"
PROGRESS = b"P"
RESULT = b"A"
ERROR = b"F"


def frame(kind: bytes, content: bytes = b"") -> bytes:
    r"""The bytes of a frame.

    >>> frame(CANCEL), frame(RESULT, b"{}")
    (b'C\x00\x00\x00\x00', b'A\x02\x00\x00\x00{}')
    """
    return HEADER.pack(kind, len(content)) + content
