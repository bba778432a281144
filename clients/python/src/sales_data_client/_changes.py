"""Following the event feed, for both clients."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ._api import Api, Stopped
from ._io import Stop
from ._retries import with_jitter
from ._types import Event, ListEventsQueryType

DAY_SECONDS = 86_400


@dataclass(frozen=True)
class ChangesPage:
    """Some events in the order of the feed."""

    events: Sequence[Event]
    """Empty if all events since the last page are of other types."""
    cursor: str
    """Continues after these events. Store it together with what you make of them."""


@dataclass(frozen=True)
class Follow:
    """What to do at the end of the feed."""

    follow: bool
    poll_seconds: float
    stop: Stop | None

    def __post_init__(self) -> None:
        if not 0.1 <= self.poll_seconds <= DAY_SECONDS:
            raise ValueError(f"`poll_seconds` must be from 0.1 to {DAY_SECONDS}, not {self.poll_seconds}.")


def start_of(
    cursor: str | None, from_: Literal["earliest", "latest"] | None, since: str | datetime | None
) -> dict[str, Any]:
    """Returns where to start. Raises ValueError unless it is one place."""
    given = {"cursor": cursor, "from": from_, "since": since}
    start = {name: value for name, value in given.items() if value is not None}
    if len(start) != 1:
        raise ValueError("Pass one of `cursor`, `from_` and `since`.")
    return start


async def read_changes(
    api: Api,
    start: dict[str, Any],
    types: Sequence[ListEventsQueryType] | None,
    limit: int,
    follow: Follow,
) -> AsyncGenerator[ChangesPage, None]:
    """Yields the pages of the feed. See `SalesDataClient.changes`."""
    position = start
    stop = follow.stop
    try:
        while stop is None or not stop.is_set():
            page = await api.get("/v1/event", {**position, "types": types, "limit": limit}, stop)
            cursor = page["nextCursor"]
            if page["items"] or cursor != position.get("cursor"):
                yield ChangesPage(page["items"], cursor)
            position = {"cursor": cursor}
            if page["hasMore"]:
                continue
            if not follow.follow:
                return
            await api.wait(with_jitter(follow.poll_seconds), stop)
    except Stopped:
        return
