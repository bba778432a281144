"""Columns for the custom fields that imports have stored, with the types that the service reports."""

from typing import Any

import dlt
from dlt.common import logger
from dlt.common.data_types import TDataType

from .api import Api
from .tables import Columns, Table

MAX_COLUMNS = 500
"""PostgreSQL and Redshift allow 1,600 columns per table. Further fields are in `custom_fields` alone."""

DATA_TYPES: dict[str, TDataType] = {"string": "text", "number": "double", "boolean": "bool"}

Row = dict[str, Any]


class CustomFields:
    """The custom fields of a table that have a column `custom__…` besides `custom_fields`, which has all."""

    def __init__(self, api: Api, table: Table, state: dict[str, Any]) -> None:
        """Requests the fields. Those stored first get the columns, so that no later field takes one away.

        Raises:
            ApiError: if the service does not respond with them
        """
        self.columns: Columns = {}
        self._names: list[str] = []
        self._listed: set[str] = set()
        self._state = state
        if not table.has_custom_fields:
            return
        fields = [field for field in api.get("field", {"resource": table.path})["items"] if field["isCustom"]]
        normalize = dlt.current.source_schema().naming.normalize_path
        for field in sorted(fields, key=lambda field: (field["firstSeenAt"], field["path"])):
            name = field["path"].removeprefix("customFields.")
            self._listed.add(name)
            column = normalize(f"custom__{name}")
            if column in self.columns or len(self._names) == MAX_COLUMNS:
                logger.warning(f"{table.name}: the custom field {name!r} is in custom_fields alone.")
                continue
            # Values of other types, which a later import may store, get variant columns from dlt.
            data_type = DATA_TYPES[field["type"][0]]
            self.columns[column] = {"name": column, "data_type": data_type, "nullable": True}
            self._names.append(name)

    def have_rows_without_column(self) -> bool:
        """Whether earlier runs loaded rows with a field that an import had not listed yet."""
        return not set(self._names).isdisjoint(self._state.get("unlisted", ()))

    def with_columns(self, row: Row) -> Row:
        """The row with `custom`, which dlt splits into columns."""
        values = row.get("customFields")
        if not values:
            return row
        unlisted = values.keys() - self._listed
        if unlisted:
            self._state["unlisted"] = sorted(unlisted.union(self._state.get("unlisted", ())))
        return {**row, "custom": {name: values[name] for name in self._names if name in values}}
