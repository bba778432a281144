"""Imports files of a CRM into the Sales Data API: run it on a schedule.

python sales_data_import.py --source crm companies=exports/companies*.csv people=s3://bucket/people*.csv
"""

import argparse
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dlt
from dlt.common.storages.fsspec_filesystem import FileItemDict
from dlt.sources import DltResource
from dlt.sources.filesystem import filesystem

from sales_data.destination import KINDS, sales_data

# The files of a load hold personal data: delete them once the load is complete.
dlt.config["load.delete_completed_jobs"] = True
# Text stays as it is: the service reads dates, numbers and phones.
dlt.config["schema.naming"] = "direct"

FOLDER = Path(__file__).parent


def rows_of(name: str, pattern: str) -> DltResource:
    """The rows of the CSV files of a kind that changed since the last run."""
    bucket, _, glob = pattern.rpartition("/")
    url = bucket if "://" in bucket else Path(bucket).resolve().as_uri()
    files = filesystem(bucket_url=url, file_glob=glob)
    files.apply_hints(incremental=dlt.sources.incremental("modification_date"))

    @dlt.transformer(name=name, write_disposition="append")
    def rows(items: list[FileItemDict]) -> Iterator[list[dict[str, Any]]]:
        for item in items:
            with item.open() as file:
                yield list(csv.DictReader(io.TextIOWrapper(file, "utf-8-sig", newline="")))

    return (files | rows).with_name(name)


def main() -> None:
    """Imports companies first: people name them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, help="the system that the files come from")
    parser.add_argument("files", nargs="+", metavar="KIND=PATH", help=f"KIND: {', '.join(KINDS)}")
    arguments = parser.parse_args()
    paths = dict(each.split("=", 1) for each in arguments.files)
    pipeline = dlt.pipeline(
        pipeline_name=f"sales_data_import_{arguments.source}",
        pipelines_dir=str(FOLDER / "pipelines"),
        destination=sales_data(source=arguments.source),
    )
    for name in KINDS:
        if pipeline.has_pending_data:
            # An interrupted run left it, and dlt would load it instead of new data.
            pipeline.run()
        if name in paths:
            print(pipeline.run(rows_of(name, paths[name])))


if __name__ == "__main__":
    main()
