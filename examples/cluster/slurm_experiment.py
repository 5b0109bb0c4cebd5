"""An experiment on a Dask cluster of Slurm jobs: ``pip install dask-jobqueue``."""

from dask.distributed import Client
from dask_jobqueue import SLURMCluster

from taquin.experiments import Plan, run_experiment

if __name__ == "__main__":
    plan = Plan(("korf100",), ("ida_star(manhattan)", "ida_star(linear_conflict)"), repeat=3)
    with SLURMCluster(cores=16, processes=1, memory="32GB", walltime="08:00:00", nanny=False) as cluster:
        cluster.scale(jobs=10)
        with Client(cluster) as client:
            run_experiment(
                plan,
                "results.jsonl",
                executor=client.get_executor(pure=False),
                jobs=lambda: sum(client.ncores().values()),
            )
