"""Keeping a copy of the data, for both clients."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict, cast

from ._api import Api, Stopped
from ._changes import Follow, read_changes
from ._collections import COLLECTIONS, CopyKind, CopyUpsert, Upsert
from ._errors import PROBLEM_TYPE, ProblemError
from ._io import Stop
from ._types import Event, ListEventsQueryType

_LOGGER = logging.getLogger("sales_data_client")


@dataclass(frozen=True)
class Removal:
    """
    A record to delete, if you have it.

    `erase`: delete everything that you store about the person.
    """

    kind: CopyKind
    id: str
    action: Literal["delete", "erase"]


CopyChange: TypeAlias = CopyUpsert | Removal
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

    kinds: list[CopyKind]
    """The kinds that it has or reads, in the order in which they are read."""
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


_PAGE_OF_EVENTS = 1_000

OnSkip: TypeAlias = Callable[[CopyKind, str], object]
"""Called for each kind that is skipped, with the permission that the key lacks to list it."""


def warn_of_skip(kind: CopyKind, permission: str) -> None:
    """Logs a warning."""
    _LOGGER.warning("The copy skips %s: the API key lacks the permission %s.", kind, permission)


def _upsert(kind: CopyKind, record: Any) -> CopyChange:
    return cast(CopyChange, Upsert(kind, record["id"], record))


def _change_of(event: Event) -> CopyChange:
    kind, action = cast(tuple[CopyKind, str], event["type"].split("."))
    if action == "deleted":
        return Removal(kind, event["data"]["id"], "delete")
    if action == "erased":
        return Removal(kind, event["data"]["id"], "erase")
    return _upsert(kind, event["data"])


async def _with_listable_kinds(api: Api, state: CopyState, on_skip: OnSkip, stop: Stop | None) -> CopyState:
    """
    Returns the state with the kinds that the key may list by now.

    Those that the copy has stay, also if the key has lost the permission: the API then refuses to continue,
    where a copy would silently go stale.
    """
    kinds = state.get("kinds", [])
    missing = [kind for kind in COLLECTIONS if kind not in kinds]
    permissions = (await api.get("/v1/key", {}, stop))["permissions"] if missing else []
    listable = [kind for kind in missing if COLLECTIONS[kind].permission in permissions]
    # For a key that may list nothing, the API says what it needs.
    added = listable if kinds or listable else list(COLLECTIONS)
    for kind in missing:
        if kind not in added:
            on_skip(kind, COLLECTIONS[kind].permission)
    following: CopyState = {**state, "kinds": [*kinds, *added]}
    to_read = added if "eventCursor" in state else following["kinds"]
    if to_read and "next" not in state:
        following["next"] = {"kind": to_read[0]}
    return following


async def _read_page(api: Api, state: CopyState, follow: Follow) -> CopyBatch:
    """Returns the batch of a page of a collection."""
    scan, kinds, position = state["scan"], state["kinds"], state["next"]
    kind = position["kind"]
    collection = COLLECTIONS[kind]
    # A copy shows no totals.
    query = {"limit": collection.page_size, "sort": "changedAt", "count": "none"}
    page = await api.get(collection.path, {**query, "cursor": position.get("cursor")}, follow.stop)
    changes = [_upsert(kind, item) for item in page["items"]]
    following: CopyState = {"scan": scan, "kinds": kinds}
    # That of the first collection is the oldest, so nothing is missed after it.
    event_cursor = state.get("eventCursor") or page.get("eventCursor")
    if event_cursor is not None:
        following["eventCursor"] = event_cursor
    if "nextCursor" in page:
        following["next"] = {"kind": kind, "cursor": page["nextCursor"]}
        return CopyBatch(changes, scan, following)
    if event_cursor is None:
        raise RuntimeError("The service has no event feed. Ask its operator to update it.")
    if kind == kinds[-1]:
        return CopyBatch(changes, scan, following, delete_scans_before=scan)
    following["next"] = {"kind": kinds[kinds.index(kind) + 1]}
    return CopyBatch(changes, scan, following)


def _is_expired(error: ProblemError) -> bool:
    return error.type == f"{PROBLEM_TYPE}cursor-expired"


async def read_batches(
    api: Api, stored: CopyState | None, follow: Follow, on_skip: OnSkip
) -> AsyncGenerator[CopyBatch, None]:
    """Yields what to store, in order. See `SalesDataClient.copy`."""
    state: CopyState = {"scan": 1} if stored is None else stored
    stop = follow.stop
    has_restarted = False
    while True:
        try:
            state = await _with_listable_kinds(api, state, on_skip, stop)
            while "next" in state:
                if stop is not None and stop.is_set():
                    return
                batch = await _read_page(api, state, follow)
                yield batch
                state = batch.state
            start = {"cursor": state["eventCursor"]}
            types = [cast(ListEventsQueryType, f"{kind}.*") for kind in state["kinds"]]
            async with aclosing(read_changes(api, start, types, _PAGE_OF_EVENTS, follow)) as pages:
                async for page in pages:
                    has_restarted = False
                    changes = [_change_of(event) for event in page.events]
                    yield CopyBatch(changes, state["scan"], {**state, "eventCursor": page.cursor})
            return
        except Stopped:
            return
        except ProblemError as error:
            # Expired right after a reading: the collections take longer to read than events are kept.
            if not _is_expired(error) or has_restarted:
                raise
            state = {"scan": state["scan"] + 1, "kinds": state["kinds"]}
            has_restarted = True
