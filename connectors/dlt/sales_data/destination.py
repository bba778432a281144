"""Imports what a pipeline loads into the Sales Data API."""

import csv
import hashlib
import io
import json
import time
from collections.abc import Iterator
from typing import Any

import dlt
from dlt.common import logger
from dlt.common.destination.exceptions import DestinationTerminalException
from dlt.common.schema import TTableSchema
from dlt.common.typing import TDataItems

from .api import Api
from .tables import TABLES

# Entries are imported with their call lists.
KINDS = {each.name: each.name.replace("_", "-") for each in TABLES if each.name != "call_list_entries"}
"""The kind of records of each table, in the order in which they refer to each other."""

RUNNING = ("awaiting_files", "queued", "running")


@dlt.destination(
    name="sales_data",
    batch_size=100_000,
    loader_file_format="typed-jsonl",
    # Columns are recognized by the names that their source gave them.
    naming_convention="direct",
    max_table_nesting=0,
    skip_dlt_columns_and_tables=True,
    # Companies come before the people who name them: see `sales_data_import.py`.
    max_parallel_load_jobs=1,
)
def sales_data(
    items: TDataItems,
    table: TTableSchema,
    source: str = dlt.config.value,
    base_url: str = dlt.config.value,
    api_key: str = dlt.secrets.value,
) -> None:
    """Imports the rows of a table named after a kind of records, such as `people` or `call_lists`.

    Flat rows are imported as CSV: their columns are recognized as in exports of CRMs. Rows with lists or
    objects are imported as JSON Lines, with the fields of the API.

    Args:
        items: rows
        table: has the name of a kind
        source: the system that the rows come from
        base_url: the address of the service, such as `https://api.example.com`
        api_key: needs `import:create`

    Raises:
        DestinationTerminalException: if the import fails, or has to be confirmed by an admin
    """
    name = table["name"]
    if name not in KINDS:
        raise DestinationTerminalException(f"The table {name} is none of {', '.join(KINDS)}.")
    api = Api(base_url, api_key)
    for file_format, content in _files_of(items):
        _import(api, source, KINDS[name], file_format, content)


def _files_of(rows: list[dict[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """The rows as files. Rows without a column are apart: a blank cell would empty the field."""
    by_columns: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        by_columns.setdefault(tuple(row), []).append(row)
    for columns, alike in by_columns.items():
        if any(isinstance(value, list | dict) for row in alike for value in row.values()):
            lines = (json.dumps(row, default=str) + "\n" for row in alike)
            yield "jsonl", "".join(lines).encode()
        else:
            text = io.StringIO()
            writer = csv.writer(text)
            writer.writerow(columns)
            writer.writerows([_cell(row[column]) for column in columns] for row in alike)
            yield "csv", text.getvalue().encode()


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _import(api: Api, source: str, kind: str, file_format: str, content: bytes) -> None:
    digest = hashlib.sha256(content).hexdigest()
    file = {"kind": kind, "bytes": len(content), "sha256": digest, "format": file_format}
    shown = api.post("import", {"source": source, "files": [file]})
    (uploaded,) = shown["files"]
    api.upload(
        uploaded["uploadUrl"], {each["name"]: each["value"] for each in uploaded["uploadHeaders"]}, content
    )
    wait = 0.5
    while shown["state"] in RUNNING:
        time.sleep(wait)
        wait = min(wait * 1.5, 30)
        shown = api.get(f"import/{shown['id']}", {})
    state, (done,) = shown["state"], shown["files"]
    if state not in ("completed", "awaiting_confirmation"):
        raise DestinationTerminalException(f"The import {shown['id']} has {state}: {shown['problem']}")
    if state == "awaiting_confirmation":
        logger.warning(f"The import {shown['id']}: {done['deletions']['stopped']}")
    for row in shown["rejected"]:
        logger.warning(f"The import {shown['id']} rejected line {row['line']}: {row['reason']}")
    for each in done["warnings"]:
        logger.warning(f"The import {shown['id']}, {each['count']} times {each['field']}: {each['reason']}")
