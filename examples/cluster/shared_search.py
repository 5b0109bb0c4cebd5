"""One search on all machines of a Dask cluster."""

from dask.distributed import Client

import taquin

with Client("tcp://10.0.0.5:8786") as client:
    board = "2 7 4 14 / 3 0 1 8 / 15 9 5 12 / 13 11 6 10"
    executor = client.get_executor(pure=False)
    print(taquin.solve(board, algorithm="ida_star(manhattan)", executor=executor, jobs=64))
