"""The tables, with a type for each column: inferred types would depend on the first values.

Fields that a later version of the API adds become columns by themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dlt.common.data_types import TDataType
from dlt.common.schema.typing import TColumnSchema
from dlt.extract.hints import TResourceNestedHints

Columns = dict[str, TColumnSchema]
NestedHints = dict[str | Sequence[str], TResourceNestedHints]


def _columns(data_type: TDataType, *names: str) -> Columns:
    return {name: {"name": name, "data_type": data_type, "nullable": True} for name in names}


def _nested(columns: Columns) -> TResourceNestedHints:
    return {"columns": columns}


ID: Columns = {"id": {"name": "id", "data_type": "text", "nullable": False}}

# The merge deletes `_deleted` rows. If a record has several changes, the highest `_position` wins.
CHANGE: Columns = {
    "_deleted": {"name": "_deleted", "data_type": "bool", "nullable": True, "hard_delete": True},
    "_position": {"name": "_position", "data_type": "bigint", "nullable": True, "dedup_sort": "desc"},
}

DATES = _columns("timestamp", "createdAt", "updatedAt", "changedAt")
LOCATION = _columns(
    "text", *(f"location__{part}" for part in ("street", "city", "region", "postalCode", "country"))
)

PHONES = {**_columns("text", "number", "type", "extension", "raw"), **_columns("bool", "doNotCall")}
NESTED_CONTACT: NestedHints = {
    "phones": _nested(PHONES),
    "tags": _nested(_columns("text", "value")),
    "externalIds": _nested(_columns("text", "source", "id")),
}
CONTACT = {
    **_columns("text", "timezone", "linkedinUrl", "websiteUrl", "ownerId"),
    **_columns("bool", "doNotCall"),
    **_columns("json", "customFields"),
    **LOCATION,
    **DATES,
}


@dataclass(frozen=True)
class Table:
    """A collection of the API and the events of its records."""

    name: str
    path: str
    event_prefix: str
    page_size: int
    columns: Columns
    nested_hints: NestedHints
    omitted_from_events: frozenset[str] = frozenset()
    has_custom_fields: bool = False


TABLES = (
    Table(
        name="companies",
        path="company",
        event_prefix="company",
        page_size=500,
        columns={
            **ID,
            **_columns("text", "name", "domain", "industry", "description", "annualRevenue__currency"),
            **_columns("bigint", "employeeCount"),
            **_columns("double", "annualRevenue__amount"),
            **CONTACT,
        },
        nested_hints=NESTED_CONTACT,
        has_custom_fields=True,
    ),
    Table(
        name="people",
        path="person",
        event_prefix="person",
        page_size=500,
        columns={**ID, **_columns("text", "firstName", "lastName", "title", "companyId"), **CONTACT},
        nested_hints={"emails": _nested(_columns("text", "address", "type")), **NESTED_CONTACT},
        has_custom_fields=True,
    ),
    Table(
        name="call_lists",
        path="call-list",
        event_prefix="call_list",
        page_size=200,
        columns={
            **ID,
            **_columns("text", "name"),
            **_columns("bool", "isLocked"),
            **_columns("timestamp", "createdAt"),
        },
        nested_hints={},
        # The collection does not have it.
        omitted_from_events=frozenset({"changedAt"}),
    ),
    Table(
        name="call_list_entries",
        path="call-list-entry",
        event_prefix="call_list_entry",
        page_size=500,
        columns={
            **ID,
            **_columns("text", "callListId", "personId", "companyId", "status", "lastDisposition", "note"),
            **_columns("text", "phone__number", "phone__type"),
            **_columns("bigint", "position", "attempts"),
            **_columns("timestamp", "lastCalledAt", "nextCallAt", "addedAt", "updatedAt", "changedAt"),
        },
        nested_hints={},
    ),
)
