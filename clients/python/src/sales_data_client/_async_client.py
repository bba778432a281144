"""The asynchronous client."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import httpx

from ._api import Api, entries_query, path_segment
from ._changes import ChangesPage, Follow, read_changes, start_of
from ._collections import Resource
from ._copy import CopyBatch, CopyState, OnSkip, read_batches, warn_of_skip
from ._exports import Download, create_export, download, read_export
from ._imports import Files, Rows, create_import, read_import, run_import, wait_for_import
from ._io import AsyncIo
from ._record_methods import AsyncRecordMethods
from ._retries import Retries
from ._settings import DEFAULT_EVENTS, DEFAULT_POLL_SECONDS, DEFAULT_TIMEOUT, address_of, headers_of
from ._types import (
    CallListEntry,
    CountPageItem,
    CountRecordsQuery,
    CreateExportBody,
    CreateImportBody,
    CreateImportBodySettings,
    CreateWebhookEndpointBody,
    Export,
    FieldListItem,
    GetCallListQuery,
    Import,
    ImportPageItem,
    IssuedWebhookEndpoint,
    Key,
    ListEventsQueryType,
    ListExportsQuery,
    ListImportsQuery,
    ListWebhookEndpointsQuery,
    WebhookEndpoint,
)
from ._webhook_endpoints import PATH as WEBHOOK_ENDPOINTS
from ._webhook_endpoints import create_webhook_endpoint, delete_webhook_endpoint

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack


class AsyncSalesDataClient(AsyncRecordMethods):
    """
    The operations of the data API, for one API key. Use it in `async with`, or call `aclose`.

    It runs on asyncio. Cancelling a task ends its call.

    All methods raise ProblemError for every error of the API, UnexpectedResponseError for responses that do
    not come from it, and httpx.TransportError if there is no connection after all retries.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        retries: Retries | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """
        Create a client.

        :param base_url: such as `https://api.example.com`, with or without `/v1` at its end
        :param timeout: for connecting, and between two parts of a response, in seconds
        :param http: sends the requests, for example through a proxy; `aclose` does not close it
        """
        self._http = httpx.AsyncClient() if http is None else http
        self._owns_http = http is None
        headers = headers_of(api_key)
        self._api = Api(AsyncIo(self._http), address_of(base_url), headers, timeout, retries or Retries())

    async def aclose(self) -> None:
        """Close the connections."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def key(self) -> Key:
        """
        Return the API key itself, with its permissions and usage plan.

        It needs no permission: test a connection with it.
        """
        key: Key = await self._api.get("/v1/key")
        return key

    async def fields(self, resource: Resource) -> list[FieldListItem]:
        """Return the fields of a resource, with the custom fields that imports have stored."""
        fields: list[FieldListItem] = (await self._api.get("/v1/field", {"resource": resource}))["items"]
        return fields

    def entries(
        self, call_list_id: str | UUID, **query: Unpack[GetCallListQuery]
    ) -> AsyncGenerator[CallListEntry, None]:
        """
        Yield every entry of a call list, sorted by position. `limit` is the page size.

        `fields` are those of an entry, such as `status` and `person.firstName`.
        """
        return self._api.items(f"/v1/call-list/{path_segment(call_list_id)}", entries_query(query), "entries")

    def counts(self, **query: Unpack[CountRecordsQuery]) -> AsyncGenerator[CountPageItem, None]:
        """
        Yield how many records have each value of a field, such as people by owner, sorted by value.

        With `value`, yield the counts of up to 100 values, in their order. `limit` is the page size.
        """
        return self._api.records("/v1/count", query)

    def changes(
        self,
        *,
        cursor: str | None = None,
        from_: Literal["earliest", "latest"] | None = None,
        since: str | datetime | None = None,
        types: Sequence[ListEventsQueryType] | None = None,
        limit: int = DEFAULT_EVENTS,
        follow: bool = True,
        poll_seconds: float = DEFAULT_POLL_SECONDS,
        stop: asyncio.Event | None = None,
    ) -> AsyncGenerator[ChangesPage, None]:
        """
        Yield pages of the event feed, in its order: like `SalesDataClient.changes`.

        If you leave the loop before its end, close the iterator with `contextlib.aclosing`.
        """
        start, end = start_of(cursor, from_, since), Follow(follow, poll_seconds, stop)
        return read_changes(self._api, start, types, limit, end)

    async def copy(
        self,
        *,
        store: Callable[[CopyBatch], Awaitable[object] | object],
        state: CopyState | None = None,
        follow: bool = True,
        poll_seconds: float = DEFAULT_POLL_SECONDS,
        on_skip: OnSkip = warn_of_skip,
        stop: asyncio.Event | None = None,
    ) -> None:
        """
        Keep a copy of all companies, people, call lists and entries: like `SalesDataClient.copy`.

        `store` may be a coroutine function. To end the copy, cancel its task, or set `stop` to let it finish
        a batch.
        """
        following = Follow(follow, poll_seconds, stop)
        async with aclosing(read_batches(self._api, state, following, on_skip)) as batches:
            async for batch in batches:
                stored = store(batch)
                if inspect.isawaitable(stored):
                    await stored

    async def create_export(self, body: CreateExportBody, *, idempotency_key: str | None = None) -> Export:
        """Start an export: like `SalesDataClient.create_export`."""
        return await create_export(self._api, body, idempotency_key)

    def exports(self, **query: Unpack[ListExportsQuery]) -> AsyncGenerator[Export, None]:
        """Yield the exports that the key may download, newest first. `limit` is the page size."""
        return self._api.items("/v1/export", query)

    async def export(self, id: str | UUID) -> Export:
        """Return an export. The `url` of each file works for an hour: read the export again for another."""
        return await read_export(self._api, id)

    async def download(
        self,
        source: CreateExportBody | str | UUID,
        directory: str | os.PathLike[str],
        *,
        idempotency_key: str | None = None,
    ) -> Download:
        """
        Wait for an export, and download its files: like `SalesDataClient.download`.

        Files are written in other threads. To end the download, cancel its task.
        """
        return await download(self._api, source, directory, idempotency_key)

    async def run_import(
        self,
        source: str,
        *,
        rows: Rows | None = None,
        files: Files | None = None,
        settings: CreateImportBodySettings | None = None,
        idempotency_key: str | None = None,
    ) -> Import:
        """
        Import rows or files, wait until that has ended, and return its counts and first rejected rows.

        The key needs `import:create`. Up to 500 rows are stored by one request; more are uploaded as files.
        An import in the state `awaiting_confirmation` has stored its rows, but its deletions wait for an
        admin.

        :param source: the system that the records come from
        :param rows: by kind, such as `{"people": [{"id": "P-1", "firstName": "Ada"}]}`
        :param files: CSV or JSON Lines by kind: their content, or their paths
        :param settings: by default those of the import profile of each kind and the source
        :param idempotency_key: up to 255 visible ASCII characters. A repetition with the same one and content
            within 24 hours continues the first import. By default a random one, for the retries of the call
        :raises ImportFailedError: if the import has failed, or a file cannot be uploaded
        :raises OSError: if a file cannot be read
        """
        return await run_import(self._api, source, rows, files, settings, idempotency_key)

    async def wait_for_import(self, id: str | UUID) -> Import:
        """
        Return an import once it has ended.

        It polls after one second, then less and less often, up to every 30 seconds.

        :raises ImportFailedError: if it has failed or expired
        """
        return await wait_for_import(self._api, id)

    async def create_import(self, body: CreateImportBody, *, idempotency_key: str | None = None) -> Import:
        """
        Start an import, without uploading its files.

        :param body: such as `{"source": "crm", "files": [{"kind": "people", "bytes": 1840}]}`
        :param idempotency_key: as in `run_import`
        """
        return await create_import(self._api, body, idempotency_key)

    def imports(self, **query: Unpack[ListImportsQuery]) -> AsyncGenerator[ImportPageItem, None]:
        """Yield the imports of API keys, or of the source of the key, newest first."""
        return self._api.items("/v1/import", query)

    async def read_import(self, id: str | UUID) -> Import:
        """Return an import. Its addresses work for an hour: read it again for others."""
        return await read_import(self._api, id)

    def webhook_endpoints(
        self, **query: Unpack[ListWebhookEndpointsQuery]
    ) -> AsyncGenerator[WebhookEndpoint, None]:
        """Yield the webhook endpoints that API keys created, newest first. `limit` is the page size."""
        return self._api.items(WEBHOOK_ENDPOINTS, query)

    async def create_webhook_endpoint(
        self, body: CreateWebhookEndpointBody, *, idempotency_key: str | None = None
    ) -> IssuedWebhookEndpoint:
        """Subscribe a URL to event types: like `SalesDataClient.create_webhook_endpoint`."""
        return await create_webhook_endpoint(self._api, body, idempotency_key)

    async def delete_webhook_endpoint(self, id: str | UUID) -> WebhookEndpoint:
        """Delete a webhook endpoint: like `SalesDataClient.delete_webhook_endpoint`."""
        return await delete_webhook_endpoint(self._api, id)
