"""The streams of the tap.

Each has its own bookmark, which it saves after every page, so that it covers exactly the messages before it:

- `{"version": 1, "scan_cursor": "…"}`: the collection is read up to this page
- `{"version": 1, "feed_cursor": "…"}`: the collection is read, and the event feed up to this page
"""

from __future__ import annotations

import decimal
import json
import time
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from singer_sdk import SchemaDirectory, StreamSchema
from singer_sdk.pagination import JSONPathPaginator

from .client import CursorExpiredError, MissingPermissionError, SalesDataClient

if TYPE_CHECKING:
    from collections.abc import Iterable

    import requests
    from singer_sdk import Stream, Tap
    from singer_sdk.helpers.types import Context

SCHEMAS = SchemaDirectory(resources.files(__package__) / "schemas")

Record = dict[str, Any]


class _NextCursorPaginator(JSONPathPaginator):
    """A page may be empty and still have more. Only the feed has `hasMore`, and always a cursor."""

    def __init__(self) -> None:
        super().__init__("$.nextCursor")

    def has_more(self, response: requests.Response) -> bool:
        page = response.json()
        return bool(page.get("hasMore", "nextCursor" in page))

    def continue_if_empty(self, response: requests.Response) -> bool:
        return self.has_more(response)


class _SalesDataStream(SalesDataClient):
    """A stream whose bookmark is saved after every page."""

    schema = StreamSchema(SCHEMAS)
    primary_keys = ("id",)
    path = ""
    """That of the requests at present."""

    def __init__(self, tap: Tap) -> None:
        super().__init__(tap)
        self.forced_replication_method = "LOG_BASED"

    def get_new_paginator(self) -> _NextCursorPaginator:
        """A paginator for the collection or the feed."""
        return _NextCursorPaginator()

    def _save(self, bookmark: Record) -> None:
        """Writes a STATE message. The messages of all records before it are already written."""
        state = self.get_context_state(None)
        state.clear()
        state.update(bookmark)
        self.state_manager.is_flushed = False
        self._write_state_message()


@dataclass(frozen=True)
class Collection:
    """A collection of the API and the events of its records."""

    name: str
    collection: str
    """The last part of its path."""
    event_prefix: str
    page_size: int
    only_in_events: list[str]
    """Fields that the collection lacks."""


# `streams.json` is made by "npm run openapi".
COLLECTIONS = tuple(
    Collection(**each)
    for each in json.loads((resources.files(__package__) / "streams.json").read_text(encoding="utf-8"))
)


class _DescribedSchema(StreamSchema[str]):
    """The schema of the contract, with the custom fields of the service."""

    def get_stream_schema(self, stream: Stream, stream_class: type[Stream]) -> Record:
        """Adds the properties of `customFields`."""
        schema = super().get_stream_schema(stream, stream_class)
        properties = schema["properties"]
        if "customFields" not in properties:
            return schema
        custom = {**properties["customFields"], "properties": getattr(stream, "described_fields", {})}
        return {**schema, "properties": {**properties, "customFields": custom}}


class RecordStream(_SalesDataStream):
    """A collection on the first run; what changed, from the feed, ever after."""

    schema = _DescribedSchema(SCHEMAS)

    def __init__(self, tap: Tap, collection: Collection) -> None:
        self.name = collection.name
        self.collection = collection
        super().__init__(tap)
        # The SDK asks for the schema before requests can be made, too.
        self.described_fields = self._describe() if "customFields" in self.schema["properties"] else {}

    def _describe(self) -> Record:
        """Requests the custom fields: none if the key may not read the resource."""
        self.path = "/v1/field"
        params = {"resource": self.collection.collection, "format": "json-schema"}
        request = self.build_prepared_request("GET", self.url_base + self.path, params=params)
        try:
            response = self.request_decorator(self._request)(request, None)
        except MissingPermissionError as error:
            self.logger.warning("The schema of %s has no custom fields: %s", self.name, error)
            return {}
        described: Record = response.json()["properties"]["customFields"].get("properties", {})
        return described

    def get_records(self, context: Context | None) -> Iterable[Record]:
        """Yields the rest of the collection, if it was not read to its end, and then the changes since."""
        bookmark = self.get_context_state(context)
        if self.replication_method == "FULL_TABLE":
            bookmark.clear()
        if "feed_cursor" in bookmark:
            try:
                yield from self._follow_feed(context)
                return
            except CursorExpiredError:
                self.logger.warning(
                    "Events since the bookmark are no longer kept. Reading all %s.", self.name
                )
                bookmark.pop("feed_cursor", None)
        is_new = "scan_cursor" not in bookmark
        if is_new:
            # Seconds, as the SDK counts versions. A new one must be higher, whatever the clock says.
            bookmark["version"] = max(int(time.time()), bookmark.get("version", 0) + 1)
        self._stream_version = bookmark["version"]
        self.path = f"/v1/{self.collection.collection}"
        try:
            yield from self.request_records(context)
        except MissingPermissionError as error:
            # A stream that was read before fails: its table would silently go stale.
            if not is_new:
                raise
            self.logger.warning("%s is skipped: %s", self.name, error)
            return
        yield from self._follow_feed(context)

    def _follow_feed(self, context: Context | None) -> Iterable[Record]:
        self._stream_version = self.get_context_state(context)["version"]
        self.path = "/v1/event"
        yield from self.request_records(context)

    def get_url_params(self, context: Context | None, next_page_token: str | None) -> Record:
        """The parameters of a page."""
        bookmark = self.get_context_state(context)
        if "feed_cursor" in bookmark:
            types = f"{self.collection.event_prefix}.*"
            return {"types": types, "limit": 1000, "cursor": next_page_token or bookmark["feed_cursor"]}
        cursor = next_page_token or bookmark.get("scan_cursor")
        page = {"sort": "changedAt", "limit": self.collection.page_size, "count": "none"}
        return page | ({"cursor": cursor} if cursor else {})

    def parse_response(self, response: requests.Response) -> Iterable[Record]:
        """Yields the records of a page, and then saves the bookmark."""
        page = response.json(parse_float=decimal.Decimal)
        version = self._stream_version
        if "hasMore" in page:
            yield from (self._record_of(event) for event in page["items"])
            self._save({"version": version, "feed_cursor": page["nextCursor"]})
            return
        yield from ({**record, "_sdc_deleted_at": None} for record in page["items"])
        if "nextCursor" in page:
            self._save({"version": version, "scan_cursor": page["nextCursor"]})
            return
        if self.emit_activate_version_messages and version is not None:
            self._write_activate_version_message(version)
        # Stands a minute before the first page, so no change since then is missed.
        self._save({"version": version, "feed_cursor": page["eventCursor"]})

    def _record_of(self, event: Record) -> Record:
        action = event["type"].split(".")[1]
        if action == "erased":
            # Null in every column also removes the person from targets that only mark deleted rows.
            nulls = dict.fromkeys(self.schema["properties"])
            return {**nulls, "id": event["data"]["id"], "_sdc_deleted_at": event["timestamp"]}
        deleted_at = event["timestamp"] if action == "deleted" else None
        omitted = self.collection.only_in_events
        data = {name: value for name, value in event["data"].items() if name not in omitted}
        return {**data, "_sdc_deleted_at": deleted_at}


class EventsStream(_SalesDataStream):
    """All events that the key may read, as they are. Not selected by default: see Erasure in the README."""

    name = "events"
    selected_by_default = False
    path = "/v1/event"

    def get_records(self, context: Context | None) -> Iterable[Record]:
        """Yields the events since the last run, or all that are kept."""
        try:
            yield from self.request_records(context)
        except CursorExpiredError:
            self.logger.warning(
                "Events since the bookmark are no longer kept. Continuing with the oldest one."
            )
            self.get_context_state(context).clear()
            yield from self.request_records(context)

    def get_url_params(self, context: Context | None, next_page_token: str | None) -> Record:
        """The parameters of a page."""
        cursor = next_page_token or self.get_context_state(context).get("feed_cursor")
        return {"limit": 1000} | ({"cursor": cursor} if cursor else {"from": "earliest"})

    def parse_response(self, response: requests.Response) -> Iterable[Record]:
        """Yields the events of a page, and then saves the bookmark."""
        page = response.json(parse_float=decimal.Decimal)
        yield from page["items"]
        self._save({"feed_cursor": page["nextCursor"]})
