"""The tables, with a type for each column: inferred types would depend on the first values.

Fields that a later version of the API adds become columns by themselves.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dlt.common.data_types import TDataType
from dlt.common.schema.typing import TColumnSchema
from dlt.extract.hints import TResourceNestedHints

Columns = dict[str, TColumnSchema]
NestedHints = dict[str | Sequence[str], TResourceNestedHints]

# The merge deletes `_deleted` rows. If a record has several changes, the highest `_position` wins.
CHANGE: Columns = {
    "_deleted": {"name": "_deleted", "data_type": "bool", "nullable": True, "hard_delete": True},
    "_position": {"name": "_position", "data_type": "bigint", "nullable": True, "dedup_sort": "desc"},
}


@dataclass(frozen=True)
class Table:
    """A collection of the API and the events of its records."""

    name: str
    path: str
    event_prefix: str
    permission: str
    """What a key needs to list it."""
    page_size: int
    only_in_events: frozenset[str]
    """Fields that the collection lacks."""
    columns: Columns
    nested_hints: NestedHints

    @property
    def has_custom_fields(self) -> bool:
        """Whether records have fields that only their source knows."""
        return "customFields" in self.columns


def _columns(types: dict[str, TDataType]) -> Columns:
    return {
        name: {"name": name, "data_type": data_type, "nullable": name != "id"}
        for name, data_type in types.items()
    }


def _table(declared: dict[str, Any]) -> Table:
    lists: dict[str, dict[str, TDataType]] = declared.pop("lists")
    columns = _columns(declared.pop("columns"))
    only_in_events = frozenset(declared.pop("only_in_events"))
    # The id of an external id is no key.
    hints: NestedHints = {
        name: {"columns": {column: {**hint, "nullable": True} for column, hint in _columns(types).items()}}
        for name, types in lists.items()
    }
    return Table(columns=columns, nested_hints=hints, only_in_events=only_in_events, **declared)


# `tables.json` is made by "npm run openapi".
TABLES = tuple(_table(each) for each in json.loads(Path(__file__).with_name("tables.json").read_text()))
