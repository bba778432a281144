"""The collections of a copy. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from ._types import (
    Call,
    CallList,
    Company,
    ListedEntry,
    Person,
)

LOOKUPS = (
    "id",
    "external_id",
    "phone",
    "email",
    "domain",
    "value",
)
"""Parameters that take one value or many."""

CopyKind: TypeAlias = Literal[
    "company",
    "person",
    "call_list",
    "call_list_entry",
    "call",
]
"""The part of an event's type before the dot."""

Resource: TypeAlias = Literal[
    "company",
    "person",
    "call-list",
    "call-list-entry",
    "call",
]
"""The kind of a record in paths and parameters."""

RowKind: TypeAlias = Literal[
    "people",
    "companies",
    "callLists",
    "calls",
]
"""What a row of an import is."""

FileKind: TypeAlias = Literal[
    "people",
    "companies",
    "call-lists",
    "calls",
]
"""What a file of an import holds."""

K = TypeVar("K", bound=CopyKind)
T = TypeVar("T")


@dataclass(frozen=True)
class Upsert(Generic[K, T]):
    """Insert the record, or replace it as a whole."""

    kind: K
    id: str
    data: T
    """A call list from an event also has `changedAt`."""
    action: Literal["upsert"] = "upsert"


CopyUpsert: TypeAlias = (
    Upsert[Literal["company"], Company]
    | Upsert[Literal["person"], Person]
    | Upsert[Literal["call_list"], CallList]
    | Upsert[Literal["call_list_entry"], ListedEntry]
    | Upsert[Literal["call"], Call]
)


@dataclass(frozen=True)
class Collection:
    """A collection of the API."""

    path: str
    page_size: int
    permission: str


# In the order in which they are read: records come after those that they refer to.
COLLECTIONS: dict[CopyKind, Collection] = {
    "company": Collection("/v1/company", 500, "company:list"),
    "person": Collection("/v1/person", 500, "person:list"),
    "call_list": Collection("/v1/call-list", 200, "call-list:read"),
    "call_list_entry": Collection("/v1/call-list-entry", 500, "call-list:read"),
    "call": Collection("/v1/call", 500, "call:read"),
}
