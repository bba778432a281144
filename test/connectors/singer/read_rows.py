"""Prints the rows that target-duckdb has stored, as JSON: `{"people": [{"id": …}]}`.

The target has lower-case column names.
"""

import json
import pathlib
import sys
from datetime import datetime

import duckdb

from tap_sales_data import streams


def value_of(value: object, types: list[str]) -> object:
    """Returns a value as the API has it. Objects and lists are stored as JSON."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    return json.loads(value) if isinstance(value, str) and {"object", "array"} & set(types) else value


def main(file: str) -> None:
    """Prints the rows of all tables."""
    schemas = pathlib.Path(streams.__file__).parent / "schemas"
    rows = {}
    with duckdb.connect(file, read_only=True) as database:
        for stream in streams.COLLECTIONS:
            names = json.loads((schemas / f"{stream.name}.json").read_text())["properties"]
            columns = [name for name in names if not name.startswith("_")]
            selected = ", ".join(f'"{name.lower()}"' for name in columns)
            cursor = database.execute(f"SELECT {selected} FROM sales.{stream.name}")
            rows[stream.name] = [
                {name: value_of(value, names[name]["type"]) for name, value in zip(columns, row, strict=True)}
                for row in cursor.fetchall()
            ]
    print(json.dumps(rows))


main(sys.argv[1])
