"""Runs the pipeline in the current folder once for each line on stdin, and prints the records in its tables.

The columns `custom__…` are printed as `custom`.
With DIE_BEFORE=normalize, load or complete, the process kills itself before that step.
"""

import json
import os
import signal
import sys
from datetime import datetime

import duckdb
from dlt.load.load import Load
from dlt.pipeline.pipeline import Pipeline

from sales_data.tables import TABLES, Table
from sales_data_pipeline import load_sales_data

STEPS = {
    "normalize": (Pipeline, "normalize"),
    "load": (Pipeline, "load"),
    "complete": (Load, "complete_package"),
}


def die(*_args: object, **_kwargs: object) -> None:
    """Ends the process as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


def camel(name: str) -> str:
    """Returns `firstName` for `first_name`."""
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def value_of(column: str, value: object) -> object:
    """Returns the value as the API has it."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.loads(str(value)) if column == "custom_fields" else value


def rows_of(database: duckdb.DuckDBPyConnection, table: str) -> list[dict[str, object]]:
    """Returns the rows of a table; none if it does not exist yet."""
    try:
        cursor = database.execute(f"SELECT * FROM sales_data.{table}")
    except duckdb.CatalogException:
        return []
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def record_of(row: dict[str, object]) -> dict[str, object]:
    """Nests the columns `location__city` as the API does. A location without any value is null."""
    record: dict[str, object] = {}
    groups: dict[str, dict[str, object]] = {}
    for column, value in row.items():
        if column.startswith("_"):
            continue
        name, _, part = column.partition("__")
        if name == "custom":
            custom = record.setdefault("custom", {})
            assert isinstance(custom, dict)
            custom[part] = value
        elif part:
            groups.setdefault(camel(name), {})[camel(part)] = value
        else:
            record[camel(name)] = value_of(column, value)
    for name, group in groups.items():
        record[name] = group if any(value is not None for value in group.values()) else None
    return record


def records_of(database: duckdb.DuckDBPyConnection, table: Table) -> dict[str, dict[str, object]]:
    """Returns the records of a table by their `_dlt_id`, with those of its child tables."""
    records = {str(row["_dlt_id"]): record_of(row) for row in rows_of(database, table.name)}
    for child in table.nested_hints:
        for record in records.values():
            record[str(child)] = []
        name = "external_ids" if child == "externalIds" else child
        rows = rows_of(database, f"{table.name}__{name}")
        for row in sorted(rows, key=lambda row: int(str(row["_dlt_list_idx"]))):
            item = record_of(row)
            items = records[str(row["_dlt_parent_id"])][str(child)]
            assert isinstance(items, list)
            items.append(item["value"] if child == "tags" else item)
    return records


def main() -> None:
    """Runs the pipeline for each line."""
    step = os.environ.get("DIE_BEFORE")
    if step:
        owner, name = STEPS[step]
        setattr(owner, name, die)
    for _line in sys.stdin:
        load_sales_data()
        with duckdb.connect("sales_data_pipeline.duckdb") as database:
            database.execute("SET TimeZone = 'UTC'")
            copied = [
                [f"{table.event_prefix} {record['id']}", record]
                for table in TABLES
                for record in records_of(database, table).values()
            ]
        print(f"rows: {json.dumps(copied)}", flush=True)


main()
