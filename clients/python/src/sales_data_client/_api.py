"""Requests, for both clients."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO, TypeAlias
from urllib.parse import quote
from uuid import UUID, uuid4

import httpx

from ._collections import LOOKUPS
from ._errors import body_of
from ._io import Io, Stop
from ._retries import Retries


@dataclass(frozen=True)
class ScanEnd:
    """Where to continue after a scan of a collection. Store one, to read later only what changed."""

    next_changed_since: str
    """The `changed_since` of the next scan: a minute before the first page of this one was read."""
    event_cursor: str
    """The `cursor` for `changes`, which also has deletions."""


OnEnd: TypeAlias = Callable[[ScanEnd], object]
"""Called once all records are consumed. Not called by lookups."""

OnNotFound: TypeAlias = Callable[[list[str]], object]
"""
Called with the values of a lookup that no record has, as passed, after the records of the page that they
belong to. Lookups take any number of values, 100 per request: a record with values of two requests comes
twice.
"""

_MANY = (list, tuple, set, frozenset)

# The API takes so many values at once, and API Gateway URLs of 8,192 characters.
_MAX_VALUES = 100
_MAX_CHARACTERS = 6_000


class Stopped(Exception):
    """`stop` was set during a wait."""


class Api:
    """Sends requests, again if necessary."""

    def __init__(
        self, io: Io, base_url: str, headers: Mapping[str, str], timeout: float, retries: Retries
    ) -> None:
        self.io = io
        self._base_url = base_url
        self._headers = headers
        self._timeout = httpx.Timeout(timeout)
        self._retries = retries

    async def get(self, path: str, query: Mapping[str, Any] | None = None, stop: Stop | None = None) -> Any:
        """
        Returns the document of a path.

        Raises Stopped if `stop` is set during a wait, ProblemError, UnexpectedResponseError, and
        httpx.TransportError if there is no connection.
        """
        url = httpx.URL(self._base_url + path, params=parameters(query or {}))
        return await self._call(lambda: self._request("GET", url, self._headers), stop)

    async def post(self, path: str, body: Mapping[str, Any], idempotency_key: str | None) -> Any:
        """Returns the document of a new resource. By default, the key is a random one for the retries."""
        key = idempotency_key or str(uuid4())
        headers = {**self._headers, "Content-Type": "application/json", "Idempotency-Key": key}
        content = json.dumps(body).encode()
        return await self._call(lambda: self._request("POST", self._base_url + path, headers, content))

    async def delete(self, path: str) -> Any:
        """Deletes a resource, and returns its document."""
        return await self._call(lambda: self._request("DELETE", self._base_url + path, self._headers))

    async def receive(
        self, url: str, start: Callable[[], object], write: Callable[[bytes], object]
    ) -> httpx.Response:
        """
        Downloads a file from another server, without the API key.

        Each attempt calls `start`, and then `write` with the parts of a success. Returns the response, whose
        body is closed, and raises httpx.TransportError if there is no connection.
        """

        async def send() -> httpx.Response:
            start()
            return await self.io.receive(self._request("GET", url, {}), write)

        return await self._repeat(send)

    async def upload(
        self, url: str, headers: Mapping[str, str], open: Callable[[], BinaryIO], size: int
    ) -> httpx.Response:
        """Uploads a file to another server, without the API key. Each attempt opens it."""

        async def send() -> httpx.Response:
            with open() as file:
                own = {**headers, "Content-Length": str(size)}
                return await self.io.send(self._request("PUT", url, own, self.io.parts(file)))

        return await self._repeat(send)

    def _request(
        self,
        method: str,
        url: httpx.URL | str,
        headers: Mapping[str, str],
        content: bytes | Iterator[bytes] | AsyncIterator[bytes] | None = None,
    ) -> httpx.Request:
        extensions = {"timeout": self._timeout.as_dict()}
        return httpx.Request(method, url, headers=headers, content=content, extensions=extensions)

    async def _call(self, make: Callable[[], httpx.Request], stop: Stop | None = None) -> Any:
        """Returns the document that a request of the API returns."""
        return body_of(await self._repeat(lambda: self.io.send(make()), stop))

    async def _repeat(
        self, send: Callable[[], Awaitable[httpx.Response]], stop: Stop | None = None
    ) -> httpx.Response:
        """Returns the response of the last attempt."""
        attempt = 0
        while True:
            attempt += 1
            try:
                response = await send()
            except httpx.TransportError as error:
                wait = self._retries.wait_after(attempt, error)
                if wait is None:
                    raise
            else:
                wait = self._retries.wait_after(attempt, response)
                if wait is None:
                    return response
            await self.wait(wait, stop)

    async def wait(self, seconds: float, stop: Stop | None) -> None:
        """Waits. Raises Stopped once `stop` is set."""
        await self.io.wait(seconds, stop)
        if stop is not None and stop.is_set():
            raise Stopped

    async def items(
        self,
        path: str,
        query: Mapping[str, Any],
        field: str = "items",
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
    ) -> AsyncGenerator[Any, None]:
        """
        Yields every item of a collection, or of the lookups of all values of a query.

        It requests a page once the previous one is consumed.
        """
        for each in _lookup_queries(query):
            cursor: dict[str, str] | None = {}
            while cursor is not None:
                page = await self.get(path, {**each, **cursor})
                for item in page[field]:
                    yield item
                if on_not_found is not None and page.get("notFound"):
                    on_not_found(page["notFound"])
                if on_end is not None and "nextChangedSince" in page:
                    on_end(ScanEnd(page["nextChangedSince"], page["eventCursor"]))
                cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else None

    def records(
        self,
        path: str,
        query: Mapping[str, Any],
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
    ) -> AsyncGenerator[Any, None]:
        """Yields every item of a collection that is counted, without counting it."""
        uncounted = {**query, "count": "none"}
        return self.items(path, uncounted, on_end=on_end, on_not_found=on_not_found)


def parameters(query: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Returns the parameters of a request: `changed_since` is sent as `changedSince`. None is omitted."""
    return {_camel_case(name): _texts(name, value) for name, value in query.items() if value is not None}


def _texts(name: str, value: Any) -> str | list[str]:
    return [_text(name, each) for each in value] if _is_many(name, value) else _text(name, value)


def _is_many(name: str, value: Any) -> bool:
    """
    Tells whether each value is sent on its own, since it may contain a comma.

    None at all is sent as an empty one, which the API rejects: without it, the query would find everything.
    """
    return name in LOOKUPS and isinstance(value, _MANY) and len(value) > 0


def _lookup_queries(query: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns the queries that together look up all values of a query."""
    name = next((name for name, value in query.items() if _is_many(name, value)), None)
    if name is None:
        return [query]
    batches: list[list[Any]] = []
    characters = 0
    for value in query[name]:
        length = len(quote(str(value), safe="")) + len(name) + 2
        if not batches or len(batches[-1]) == _MAX_VALUES or characters + length > _MAX_CHARACTERS:
            batches.append([])
            characters = 0
        batches[-1].append(value)
        characters += length
    return [{**query, name: batch} for batch in batches]


def entries_query(query: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the query of a call list for `fields` of its entries."""
    fields = query.get("fields")
    return {**query, "fields": None if fields is None else [f"entries.{field}" for field in fields]}


def path_segment(value: str | UUID) -> str:
    """
    Encodes an id for a path: httpx would resolve `..` to another path.

    Without an id, the path would be that of the collection: its place takes a text that the API rejects like
    any other malformed id.
    """
    return quote(str(value), safe="").replace(".", "%2E") or "-"


def _camel_case(name: str) -> str:
    return re.sub("_([a-z])", lambda match: match[1].upper(), name.rstrip("_"))


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"`{name}` must have a time zone.")
        return value.isoformat()
    if isinstance(value, _MANY):
        # The name of a custom field may contain a comma.
        escaped = "\\," if name == "fields" else ","
        return ",".join(str(each).replace(",", escaped) for each in value)
    return str(value)
