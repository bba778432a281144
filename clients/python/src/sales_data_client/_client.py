"""The synchronous client."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
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
from ._io import SyncIo, finish, iterate
from ._record_methods import RecordMethods
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


class SalesDataClient(RecordMethods):
    """
    The operations of the data API, for one API key. Use it in a `with` statement, or call `close`.

    All methods raise ProblemError for every error of the API, UnexpectedResponseError for responses that do
    not come from it, and httpx.TransportError if there is no connection after all retries. The client is
    thread-safe.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        retries: Retries | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        """
        Create a client.

        :param base_url: such as `https://api.example.com`, with or without `/v1` at its end
        :param timeout: for connecting, and between two parts of a response, in seconds
        :param http: sends the requests, for example through a proxy; `close` does not close it
        """
        self._http = httpx.Client() if http is None else http
        self._owns_http = http is None
        headers = headers_of(api_key)
        self._api = Api(SyncIo(self._http), address_of(base_url), headers, timeout, retries or Retries())

    def close(self) -> None:
        """Close the connections."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def key(self) -> Key:
        """
        Return the API key itself, with its permissions and usage plan.

        It needs no permission: test a connection with it.
        """
        key: Key = finish(self._api.get("/v1/key"))
        return key

    def fields(self, resource: Resource) -> list[FieldListItem]:
        """Return the fields of a resource, with the custom fields that imports have stored."""
        fields: list[FieldListItem] = finish(self._api.get("/v1/field", {"resource": resource}))["items"]
        return fields

    def entries(self, call_list_id: str | UUID, **query: Unpack[GetCallListQuery]) -> Iterator[CallListEntry]:
        """
        Yield every entry of a call list, sorted by position. `limit` is the page size.

        `fields` are those of an entry, such as `status` and `person.firstName`.
        """
        path = f"/v1/call-list/{path_segment(call_list_id)}"
        return iterate(self._api.items(path, entries_query(query), "entries"))

    def counts(self, **query: Unpack[CountRecordsQuery]) -> Iterator[CountPageItem]:
        """
        Yield how many records have each value of a field, such as people by owner, sorted by value.

        With `value`, yield the counts of up to 100 values, in their order. `limit` is the page size.
        """
        return iterate(self._api.records("/v1/count", query))

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
        stop: threading.Event | None = None,
    ) -> Iterator[ChangesPage]:
        """
        Yield pages of the event feed, in its order.

        It requests the next page once you are done with one: store `cursor` in the transaction that stores
        what you make of `events`, and start with it next time. After an error, such as a broken connection,
        call it again with the stored cursor. A ProblemError of the type
        `urn:sales-data:problem:cursor-expired` (410) says that events after the cursor are no longer kept:
        read the collections again, or use `copy`, which does that.

        :param cursor: where to start: a stored cursor, or `from_` the oldest event or after the newest one,
            or the first event `since` a time. Pass exactly one of them
        :param types: such as `call_list.locked` or `person.*`; by default all that the key may read
        :param limit: the maximum number of events per page
        :param follow: wait for new events at the end of the feed, instead of stopping there
        :param poll_seconds: between requests at the end of the feed, from 0.1 to 86,400; waits are up to 10%
            longer
        :param stop: ends the loop once it is set, also during a wait
        :raises ValueError: for an invalid argument
        """
        start, end = start_of(cursor, from_, since), Follow(follow, poll_seconds, stop)
        return iterate(read_changes(self._api, start, types, limit, end))

    def copy(
        self,
        *,
        store: Callable[[CopyBatch], object],
        state: CopyState | None = None,
        follow: bool = True,
        poll_seconds: float = DEFAULT_POLL_SECONDS,
        on_skip: OnSkip = warn_of_skip,
        stop: threading.Event | None = None,
    ) -> None:
        """
        Keep a copy of all companies, people, call lists, entries and calls.

        It reads the collections, then follows the feed from where it was when the first page was read. Each
        batch goes to `store`, with the state with which a later call continues, for example after a crash:
        store both in one transaction.

        The first events can repeat states that the collections already had, or briefly set a record back. The
        feed has the events of each record in order, so its last state wins and the copy converges. If the
        events after the state are no longer kept, it reads the collections again, and the last batch of that
        tells what to delete.

        Returns at the end of the feed with `follow=False`, or once `stop` is set. The key needs `event:read`.
        The copy skips kinds that the key may not list (`person:list`, `company:list`, `call-list:read`,
        `call:read`), and adds them once the key may; a kind that it has is required from then on. Without
        `person.contact:read`, the copy has no contact details.

        :param store: stores a batch. The next one is read once it returns; if it raises, the copy ends with
            that error
        :param state: the last stored state; None starts a new copy
        :param follow: wait for new events at the end of the feed, instead of returning there
        :param poll_seconds: between requests at the end of the feed, from 0.1 to 86,400; waits are up to 10%
            longer
        :param on_skip: called with each kind that is skipped and the permission that the key lacks; logs a
            warning by default
        :param stop: ends the copy once it is set, also during a wait
        :raises ValueError: for an invalid `poll_seconds`
        """
        batches = iterate(read_batches(self._api, state, Follow(follow, poll_seconds, stop), on_skip))
        with closing(batches):
            for batch in batches:
                store(batch)

    def create_export(self, body: CreateExportBody, *, idempotency_key: str | None = None) -> Export:
        """
        Start an export: files of all records of a resource.

        The key needs `export:create`, and the permission to list the resource.

        :param body: such as `{"resource": "person", "format": "csv"}`
        :param idempotency_key: up to 255 visible ASCII characters. A repetition with the same one and body
            within 24 hours returns the export of the first call. By default a random one, for the retries of
            the call
        """
        return finish(create_export(self._api, body, idempotency_key))

    def exports(self, **query: Unpack[ListExportsQuery]) -> Iterator[Export]:
        """Yield the exports that the key may download, newest first. `limit` is the page size."""
        return iterate(self._api.items("/v1/export", query))

    def export(self, id: str | UUID) -> Export:
        """Return an export. The `url` of each file works for an hour: read the export again for another."""
        return finish(read_export(self._api, id))

    def download(
        self,
        source: CreateExportBody | str | UUID,
        directory: str | os.PathLike[str],
        *,
        idempotency_key: str | None = None,
    ) -> Download:
        """
        Start an export, or take one by its id, wait until it has completed, and download its files.

        It polls after one second, then less and less often, up to every 30 seconds. Files are requested
        without the API key, and get their name once their size and SHA-256 are verified: until then, and
        after a crash, they are hidden and end with `.part`. Then continue with
        `changes(cursor=download.event_cursor)`.

        :param source: the body of a new export, such as `{"resource": "person", "format": "csv"}`, or the id
            of an export
        :param directory: created if necessary. Files of the same name, such as those of an earlier export of
            the day, are replaced, and others stay: use a directory per export
        :param idempotency_key: of a new export, as in `create_export`
        :raises ExportError: if the export has failed or expired, or if a file cannot be downloaded or differs
            from what the service wrote
        :raises OSError: if a file cannot be written
        """
        return finish(download(self._api, source, directory, idempotency_key))

    def run_import(
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
        return finish(run_import(self._api, source, rows, files, settings, idempotency_key))

    def wait_for_import(self, id: str | UUID) -> Import:
        """
        Return an import once it has ended.

        It polls after one second, then less and less often, up to every 30 seconds.

        :raises ImportFailedError: if it has failed or expired
        """
        return finish(wait_for_import(self._api, id))

    def create_import(self, body: CreateImportBody, *, idempotency_key: str | None = None) -> Import:
        """
        Start an import, without uploading its files.

        :param body: such as `{"source": "crm", "files": [{"kind": "people", "bytes": 1840}]}`
        :param idempotency_key: as in `run_import`
        """
        return finish(create_import(self._api, body, idempotency_key))

    def imports(self, **query: Unpack[ListImportsQuery]) -> Iterator[ImportPageItem]:
        """Yield the imports of API keys, or of the source of the key, newest first."""
        return iterate(self._api.items("/v1/import", query))

    def read_import(self, id: str | UUID) -> Import:
        """Return an import. Its addresses work for an hour: read it again for others."""
        return finish(read_import(self._api, id))

    def webhook_endpoints(self, **query: Unpack[ListWebhookEndpointsQuery]) -> Iterator[WebhookEndpoint]:
        """Yield the webhook endpoints that API keys created, newest first. `limit` is the page size."""
        return iterate(self._api.items(WEBHOOK_ENDPOINTS, query))

    def create_webhook_endpoint(
        self, body: CreateWebhookEndpointBody, *, idempotency_key: str | None = None
    ) -> IssuedWebhookEndpoint:
        """
        Subscribe a URL to event types, and return the endpoint with its signing `secret`.

        The key needs `webhook:manage`, and permission to read the events.

        :param body: such as `{"url": "https://hooks.example/1", "eventTypes": ["person.*"]}`
        :param idempotency_key: up to 255 visible ASCII characters. A repetition with the same one and body
            within 24 hours returns the endpoint and the secret of the first call, as long as the endpoint has
            them. By default a random one, for the retries of the call
        """
        return finish(create_webhook_endpoint(self._api, body, idempotency_key))

    def delete_webhook_endpoint(self, id: str | UUID) -> WebhookEndpoint:
        """
        Delete a webhook endpoint that an API key created, and return it.

        :raises ProblemError: with the status 404 also if an earlier attempt of the call succeeded
        """
        return finish(delete_webhook_endpoint(self._api, id))
