"""An experiment on the workers of Parsl: ``pip install parsl``; its configuration names the machines."""

from parsl.concurrent import ParslPoolExecutor
from parsl.config import Config
from parsl.executors import HighThroughputExecutor

from taquin.experiments import Plan, run_experiment

if __name__ == "__main__":
    plan = Plan(("random(3x3, count=40, seed=2)",), ("bfs", "astar(manhattan)"))
    config = Config(executors=[HighThroughputExecutor(max_workers_per_node=2)])
    with ParslPoolExecutor(config) as executor:
        print(run_experiment(plan, "results.jsonl", executor=executor, jobs=2))
