"""Loads the Sales Data API into a database: run it on a schedule."""

from pathlib import Path

import dlt

from sales_data import sales_data_source

# The files of a load and its staging tables hold personal data: delete them once the load is complete.
dlt.config["load.delete_completed_jobs"] = True
dlt.config["load.truncate_staging_dataset"] = True
# Replaces a table in one transaction if it has to be read again.
dlt.config["destination.replace_strategy"] = "insert-from-staging"

# By default all pipelines of a name share their place in the home folder, and with it the first database.
FOLDER = Path(__file__).parent


def load_sales_data() -> None:
    """Loads everything on the first run, and what changed on every later one."""
    pipeline = dlt.pipeline(
        pipeline_name="sales_data_pipeline",
        pipelines_dir=str(FOLDER / "pipelines"),
        destination=dlt.destinations.duckdb(str(FOLDER / "sales_data_pipeline.duckdb")),
        dataset_name="sales_data",
    )
    if pipeline.has_pending_data:
        # An interrupted run left it, and dlt would load it instead of new data.
        pipeline.run()
    print(pipeline.run(sales_data_source()))


if __name__ == "__main__":
    load_sales_data()
