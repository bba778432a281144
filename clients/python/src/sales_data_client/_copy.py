"""Keeping a copy of the data, for both clients."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypedDict, TypeVar, cast

from ._api import Api, Stopped
from ._changes import Follow, read_changes
from ._errors import PROBLEM_TYPE, ProblemError
from ._types import CallList, Company, Event, ListedEntry, ListEventsQueryType, Person

CopyKind: TypeAlias = Literal["company", "person", "call_list", "call_list_entry"]
"""The part of an event's type before the dot."""

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


@dataclass(frozen=True)
class Removal:
    """
    A record to delete, if you have it.

    `erase`: delete everything that you store about the person.
    """

    kind: CopyKind
    id: str
    action: Literal["delete", "erase"]


CopyChange: TypeAlias = (
    Upsert[Literal["company"], Company]
    | Upsert[Literal["person"], Person]
    | Upsert[Literal["call_list"], CallList]
    | Upsert[Literal["call_list_entry"], ListedEntry]
    | Removal
)
"""A step that brings the copy up to date."""


class _CopyPosition(TypedDict):
    kind: CopyKind


class CopyPosition(_CopyPosition, total=False):
    """The page of a collection to read next."""

    cursor: str


class _CopyState(TypedDict):
    scan: int
    """Counts how often the collections were read from the start."""


class CopyState(_CopyState, total=False):
    """Where a copy continues. Plain JSON: store it as it is, and do not depend on its content."""

    next: CopyPosition
    """Absent once all collections are read."""
    eventCursor: str
    """Where to follow the feed."""


@dataclass(frozen=True)
class CopyBatch:
    """What to store in one transaction."""

    changes: Sequence[CopyChange]
    """Apply them in this order."""
    scan: int
    """Store it with each upserted record."""
    state: CopyState
    """Replaces the stored state."""
    delete_scans_before: int | None = None
    """
    Unless None: after the changes, delete all records that were stored with a lower `scan`. They no longer
    exist.
    """


@dataclass(frozen=True)
class _Collection:
    path: str
    query: dict[str, Any]


# In the order in which they are read.
_COLLECTIONS: dict[CopyKind, _Collection] = {
    "company": _Collection("/v1/company", {"limit": 500, "count": "none"}),
    "person": _Collection("/v1/person", {"limit": 500, "count": "none"}),
    "call_list": _Collection("/v1/call-list", {"limit": 200, "sort": "changedAt", "count": "none"}),
    "call_list_entry": _Collection("/v1/call-list-entry", {"limit": 500, "count": "none"}),
}
_KINDS = tuple(_COLLECTIONS)
_TYPES: tuple[ListEventsQueryType, ...] = ("company.*", "person.*", "call_list.*", "call_list_entry.*")
_PAGE_OF_EVENTS = 1_000


def start_state(scan: int = 1) -> CopyState:
    """Returns the state that reads the collections from the start."""
    return {"scan": scan, "next": {"kind": _KINDS[0]}}


def _upsert(kind: CopyKind, record: Any) -> CopyChange:
    return cast(CopyChange, Upsert(kind, record["id"], record))


def _change_of(event: Event) -> CopyChange:
    kind, action = cast(tuple[CopyKind, str], event["type"].split("."))
    if action == "deleted":
        return Removal(kind, event["data"]["id"], "delete")
    if action == "erased":
        return Removal(kind, event["data"]["id"], "erase")
    return _upsert(kind, event["data"])


async def _read_page(api: Api, state: CopyState, follow: Follow) -> CopyBatch:
    """Returns the batch of a page of a collection."""
    scan = state["scan"]
    position = state.get("next", start_state()["next"])
    kind = position["kind"]
    collection = _COLLECTIONS[kind]
    query = {**collection.query, "cursor": position.get("cursor")}
    page = await api.get(collection.path, query, follow.stop)
    changes = [_upsert(kind, item) for item in page["items"]]
    following: CopyState = {"scan": scan}
    # That of the first collection is the oldest, so nothing is missed after it.
    event_cursor = state.get("eventCursor") or page.get("eventCursor")
    if event_cursor is not None:
        following["eventCursor"] = event_cursor
    if "nextCursor" in page:
        following["next"] = {"kind": kind, "cursor": page["nextCursor"]}
        return CopyBatch(changes, scan, following)
    if event_cursor is None:
        raise RuntimeError("The service has no event feed. Ask its operator to update it.")
    if kind == _KINDS[-1]:
        return CopyBatch(changes, scan, following, delete_scans_before=scan)
    following["next"] = {"kind": _KINDS[_KINDS.index(kind) + 1]}
    return CopyBatch(changes, scan, following)


def _is_expired(error: ProblemError) -> bool:
    return error.type == f"{PROBLEM_TYPE}cursor-expired"


async def read_batches(api: Api, stored: CopyState | None, follow: Follow) -> AsyncGenerator[CopyBatch, None]:
    """Yields what to store, in order. See `SalesDataClient.copy`."""
    state = start_state() if stored is None else stored
    stop = follow.stop
    has_restarted = False
    while True:
        try:
            while "next" in state or "eventCursor" not in state:
                if stop is not None and stop.is_set():
                    return
                batch = await _read_page(api, state, follow)
                yield batch
                state = batch.state
            start = {"cursor": state["eventCursor"]}
            async with aclosing(read_changes(api, start, _TYPES, _PAGE_OF_EVENTS, follow)) as pages:
                async for page in pages:
                    has_restarted = False
                    changes = [_change_of(event) for event in page.events]
                    yield CopyBatch(
                        changes, state["scan"], {"scan": state["scan"], "eventCursor": page.cursor}
                    )
            return
        except Stopped:
            return
        except ProblemError as error:
            # Expired right after a reading: the collections take longer to read than events are kept.
            if not _is_expired(error) or has_restarted:
                raise
            state = start_state(state["scan"] + 1)
            has_restarted = True
