"""Loads the Sales Data API into a database: run it on a schedule."""

import dlt

from sales_data import sales_data_source

# The files of a load and its staging tables hold personal data: delete them once the load is complete.
dlt.config["load.delete_completed_jobs"] = True
dlt.config["load.truncate_staging_dataset"] = True
# Replaces a table in one transaction if it has to be read again.
dlt.config["destination.replace_strategy"] = "insert-from-staging"


def load_sales_data() -> None:
    """Loads everything on the first run, and what changed on every later one."""
    pipeline = dlt.pipeline(
        pipeline_name="sales_data_pipeline", destination="duckdb", dataset_name="sales_data"
    )
    if pipeline.has_pending_data:
        # An interrupted run left it, and dlt would load it instead of new data.
        pipeline.run()
    print(pipeline.run(sales_data_source()))


if __name__ == "__main__":
    load_sales_data()
