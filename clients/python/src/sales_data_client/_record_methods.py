"""The operations on each kind of record. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING
from uuid import UUID

from ._api import Api, OnEnd, OnNotFound, path_segment
from ._io import finish, iterate
from ._types import (
    Call,
    CallList,
    Company,
    GetCallQuery,
    GetCompanyQuery,
    GetPersonQuery,
    ListCallListEntriesQuery,
    ListCallListsQuery,
    ListCallsQuery,
    ListCompaniesQuery,
    ListedEntry,
    ListPeopleQuery,
    Person,
    PersonWithCallability,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class RecordMethods:
    """The operations of the synchronous client."""

    _api: Api

    def company(self, id: str | UUID, **query: Unpack[GetCompanyQuery]) -> Company:
        """Return a company."""
        record: Company = finish(self._api.get(f"/v1/company/{path_segment(id)}", query))
        return record

    def companies(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCompaniesQuery],
    ) -> Iterator[Company]:
        """Yield all companies, or those that a lookup finds. `limit` is the page size."""
        return iterate(self._api.records("/v1/company", query, on_end, on_not_found))

    def person(self, id: str | UUID, **query: Unpack[GetPersonQuery]) -> PersonWithCallability:
        """Return a person."""
        record: PersonWithCallability = finish(self._api.get(f"/v1/person/{path_segment(id)}", query))
        return record

    def people(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListPeopleQuery],
    ) -> Iterator[Person]:
        """Yield all people, or those that a lookup finds. `limit` is the page size."""
        return iterate(self._api.records("/v1/person", query, on_end, on_not_found))

    def call_lists(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCallListsQuery],
    ) -> Iterator[CallList]:
        """Yield all call lists, or those that a lookup finds. `limit` is the page size."""
        return iterate(self._api.records("/v1/call-list", query, on_end, on_not_found))

    def call_list_entries(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCallListEntriesQuery],
    ) -> Iterator[ListedEntry]:
        """Yield all call list entries, or those that a lookup finds. `limit` is the page size."""
        return iterate(self._api.records("/v1/call-list-entry", query, on_end, on_not_found))

    def call(self, id: str | UUID, **query: Unpack[GetCallQuery]) -> Call:
        """Return a call."""
        record: Call = finish(self._api.get(f"/v1/call/{path_segment(id)}", query))
        return record

    def calls(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCallsQuery],
    ) -> Iterator[Call]:
        """Yield all calls, or those that a lookup finds. `limit` is the page size."""
        return iterate(self._api.records("/v1/call", query, on_end, on_not_found))


class AsyncRecordMethods:
    """The operations of the asynchronous client."""

    _api: Api

    async def company(self, id: str | UUID, **query: Unpack[GetCompanyQuery]) -> Company:
        """Return a company."""
        record: Company = await self._api.get(f"/v1/company/{path_segment(id)}", query)
        return record

    def companies(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCompaniesQuery],
    ) -> AsyncGenerator[Company, None]:
        """Yield all companies, or those that a lookup finds. `limit` is the page size."""
        return self._api.records("/v1/company", query, on_end, on_not_found)

    async def person(self, id: str | UUID, **query: Unpack[GetPersonQuery]) -> PersonWithCallability:
        """Return a person."""
        record: PersonWithCallability = await self._api.get(f"/v1/person/{path_segment(id)}", query)
        return record

    def people(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListPeopleQuery],
    ) -> AsyncGenerator[Person, None]:
        """Yield all people, or those that a lookup finds. `limit` is the page size."""
        return self._api.records("/v1/person", query, on_end, on_not_found)

    def call_lists(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCallListsQuery],
    ) -> AsyncGenerator[CallList, None]:
        """Yield all call lists, or those that a lookup finds. `limit` is the page size."""
        return self._api.records("/v1/call-list", query, on_end, on_not_found)

    def call_list_entries(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCallListEntriesQuery],
    ) -> AsyncGenerator[ListedEntry, None]:
        """Yield all call list entries, or those that a lookup finds. `limit` is the page size."""
        return self._api.records("/v1/call-list-entry", query, on_end, on_not_found)

    async def call(self, id: str | UUID, **query: Unpack[GetCallQuery]) -> Call:
        """Return a call."""
        record: Call = await self._api.get(f"/v1/call/{path_segment(id)}", query)
        return record

    def calls(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[ListCallsQuery],
    ) -> AsyncGenerator[Call, None]:
        """Yield all calls, or those that a lookup finds. `limit` is the page size."""
        return self._api.records("/v1/call", query, on_end, on_not_found)
