"""Reads the exported files given as arguments with DuckDB, Polars and pandas, as each reads them by itself.

Prints one JSON document per file: the columns with DuckDB's types, and the records as each tool reads them.
"""

import json
import math
import sys
from datetime import date, datetime, timezone
from pathlib import Path
from uuid import UUID

import duckdb
import pandas
import polars
import pyarrow.json

READERS = {"csv": "read_csv", "jsonl": "read_ndjson", "parquet": "read_parquet"}


def json_of(value: object) -> object:
    """Returns a value as the API has it."""
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return aware.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, (UUID, date)):
        return str(value)
    if hasattr(value, "tolist"):
        return json_of(value.tolist())
    if isinstance(value, list):
        return [json_of(item) for item in value]
    if isinstance(value, dict):
        return {name: json_of(field) for name, field in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def read_with_duckdb(path: Path) -> tuple[dict[str, str], list[dict[str, object]]]:
    """Returns the columns with their types, and the records."""
    with duckdb.connect() as database:
        result = database.execute(f"SELECT * FROM {READERS[path.suffix[1:]]}(?)", [str(path)])
        columns = {name: str(data_type) for name, data_type, *_ in result.description or []}
        rows = [dict(zip(columns, row, strict=True)) for row in result.fetchall()]
    return columns, rows


def read_with_polars(path: Path, columns: list[str]) -> list[dict[str, object]]:
    """Returns the records."""
    if path.suffix == ".csv":
        return polars.read_csv(path, infer_schema=False).rows(named=True)
    if path.suffix == ".parquet":
        frame = polars.read_parquet(path)
        frame.write_ndjson()
        return frame.rows(named=True)
    # It infers no column from no record.
    schema = dict.fromkeys(columns, polars.String) if path.read_bytes() == b"\n" else None
    return polars.read_ndjson(path, schema=schema, infer_schema_length=None).rows(named=True)


def read_with_pandas(path: Path) -> list[dict[str, object]]:
    """Returns the records."""
    if path.suffix == ".csv":
        frame = pandas.read_csv(path, dtype=str)
    elif path.suffix == ".parquet":
        frame = pandas.read_parquet(path)
    else:
        frame = pandas.read_json(path, lines=True, convert_dates=False, dtype=False)
        pyarrow.json.read_json(path)
    return frame.astype(object).where(frame.notna(), None).to_dict(orient="records")


def main() -> None:
    """Prints what each file contains."""
    for path in map(Path, sys.argv[1:]):
        columns, records = read_with_duckdb(path)
        read = {
            "duckdb": records,
            "polars": read_with_polars(path, list(columns)),
            "pandas": read_with_pandas(path),
        }
        print(json.dumps({"columns": columns, **{tool: json_of(rows) for tool, rows in read.items()}}))


main()
