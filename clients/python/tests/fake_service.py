"""A service whose data a test changes, and a copy in memory."""

from __future__ import annotations

import json
from typing import Any

import httpx
from conftest import problem

from sales_data_client import CopyBatch, CopyState

PAGE_SIZE = 2
"""Records per page of a collection, and events per page of the feed."""


def record(id: str, name: str = "first") -> dict[str, str]:
    return {"id": id, "name": name}


def event(type: str, data: dict[str, str]) -> dict[str, Any]:
    return {"type": type, "data": data}


class Service:
    def __init__(self) -> None:
        self.data = {
            "company": [record("c1"), record("c2"), record("c3")],
            "person": [record("p1"), record("p2")],
            "call-list": [record("l1")],
            "call-list-entry": [record("e1"), record("e2")],
            "call": [record("a1")],
        }
        self.permissions = ["company:list", "person:list", "call-list:read", "call:read"]
        # They are in the collections already, and the first is what the record was before.
        self.events = [event("person.created", record("p1", "old")), event("person.updated", record("p1"))]
        self.start = 0
        self.expired = 0
        """The feed expires before this event."""

    @property
    def expected(self) -> dict[str, dict[str, str]]:
        return {
            f"{name.replace('-', '_')} {each['id']}": each
            for name, records in self.data.items()
            for each in records
        }

    def __call__(self, request: httpx.Request) -> Any:
        cursor = int(request.url.params.get("cursor", 0))
        name = request.url.path.removeprefix("/v1/")
        if name == "key":
            return {"permissions": self.permissions}
        if name == "event":
            if cursor < self.expired:
                return problem("cursor-expired", 410)
            items: list[Any] = self.events[cursor : cursor + PAGE_SIZE]
            end = cursor + len(items)
            return {"items": items, "nextCursor": str(end), "hasMore": end < len(self.events)}
        end = cursor + PAGE_SIZE
        items = self.data[name][cursor:end]
        if end < len(self.data[name]):
            return {"items": items, "nextCursor": str(end)}
        # Each collection was read later than the one before.
        return {"items": items, "eventCursor": str(self.start + list(self.data).index(name))}


class Copy:
    """Stores batches as a database does."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[int, Any]] = {}
        self.erased: list[str] = []
        self.state: CopyState | None = None

    @property
    def records(self) -> dict[str, Any]:
        return {key: data for key, (_, data) in self._rows.items()}

    def store(self, batch: CopyBatch) -> None:
        for change in batch.changes:
            key = f"{change.kind} {change.id}"
            if change.action == "upsert":
                self._rows[key] = (batch.scan, change.data)
                continue
            self._rows.pop(key, None)
            if change.action == "erase":
                self.erased.append(change.id)
        before = batch.delete_scans_before or 0
        self._rows = {key: row for key, row in self._rows.items() if row[0] >= before}
        # What a database reads back.
        self.state = json.loads(json.dumps(batch.state))
