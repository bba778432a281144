"""Reads the Parquet files given as arguments with DuckDB and with pandas.

Prints one JSON document per file: the columns with DuckDB's types, and the records as either reads them.
"""

import json
import sys
from datetime import datetime, timezone

import duckdb
import pandas


def json_of(value: object) -> object:
    """Returns a value of DuckDB as the API has it."""
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, list):
        return [json_of(item) for item in value]
    if isinstance(value, dict):
        return {name: json_of(field) for name, field in value.items()}
    return value


def read_with_duckdb(path: str) -> tuple[dict[str, str], list[dict[str, object]]]:
    """Returns the columns with their types, and the records."""
    with duckdb.connect() as database:
        result = database.execute("SELECT * FROM read_parquet(?)", [path])
        columns = {name: str(data_type) for name, data_type, *_ in result.description or []}
        rows = [dict(zip(columns, row, strict=True)) for row in result.fetchall()]
    return columns, [{name: json_of(value) for name, value in row.items()} for row in rows]


def main() -> None:
    """Prints what each file contains."""
    for path in sys.argv[1:]:
        columns, records = read_with_duckdb(path)
        frame = pandas.read_parquet(path)
        read_by_pandas = json.loads(frame.to_json(orient="records", date_format="iso"))
        print(json.dumps({"columns": columns, "duckdb": records, "pandas": read_by_pandas}))


main()
