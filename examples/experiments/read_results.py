"""A results file in polars and DuckDB, without Taquin: ``pip install polars duckdb``."""

import duckdb
import polars

runs = polars.read_ndjson("results.jsonl", infer_schema_length=None)
print(runs.group_by("method").agg(polars.len(), polars.col("expanded").median()))
runs.write_parquet("results.parquet")

table = "read_json('results.jsonl', sample_size=-1)"
print(duckdb.sql(f"SELECT method, count(*), median(expanded) FROM {table} GROUP BY method"))
duckdb.sql(f"COPY (FROM {table}) TO 'results-2.parquet'")
