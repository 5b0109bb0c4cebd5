"""An experiment on the processes of MPI: ``pip install mpi4py``, then ``mpiexec -n 3 python mpi_experiment.py``."""

from mpi4py.futures import MPICommExecutor

from taquin.experiments import Plan, run_experiment

with MPICommExecutor() as executor:
    if executor is not None:  # the first process; the others are the workers
        plan = Plan(("random(3x3, count=40, seed=2)",), ("bfs", "astar(manhattan)"))
        print(run_experiment(plan, "results.jsonl", executor=executor, jobs=2))
