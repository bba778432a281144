from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import Api
from fake_service import Copy, Service, event, record

from sales_data_client import CopyBatch, CopyState, ProblemError
from sales_data_client._collections import COLLECTIONS

KINDS = ["company", "person", "call_list", "call_list_entry", "call"]


@pytest.fixture
def service(api: Api) -> Service:
    service = Service()
    api.answers(service)
    return service


def test_reads_all_collections_then_follows_the_feed_from_the_first_event_cursor(
    api: Api, service: Service
) -> None:
    copy = Copy()
    api.client().copy(store=copy.store, follow=False)
    assert copy.records == service.expected
    types = "company.*,person.*,call_list.*,call_list_entry.*,call.*"
    page = {"limit": "500", "sort": "changedAt", "count": "none"}
    assert [(request.url.path, dict(request.url.params)) for request in api.requests] == [
        ("/v1/key", {}),
        ("/v1/company", page),
        ("/v1/company", {**page, "cursor": "2"}),
        ("/v1/person", page),
        ("/v1/call-list", {**page, "limit": "200"}),
        ("/v1/call-list-entry", page),
        ("/v1/call", page),
        ("/v1/event", {"cursor": "0", "types": types, "limit": "1000"}),
    ]


def test_has_the_state_of_the_typescript_client(api: Api, service: Service) -> None:
    states: list[Any] = []
    api.client().copy(store=lambda batch: states.append(batch.state), follow=False)
    start = {"scan": 1, "kinds": KINDS}
    assert states[0] == {**start, "next": {"kind": "company", "cursor": "2"}}
    assert states[1] == {**start, "eventCursor": "0", "next": {"kind": "person"}}
    assert states[-1] == {**start, "eventCursor": "2"}


def test_applies_creations_changes_deletions_and_erasures(api: Api, service: Service) -> None:
    copy = Copy()
    client = api.client()
    client.copy(store=copy.store, follow=False)
    service.data["company"] = [record("c1", "changed"), record("c3"), record("c4")]
    service.data["person"] = [record("p2")]
    service.events += [
        event("company.updated", record("c1", "changed")),
        event("company.deleted", record("c2")),
        event("company.created", record("c4")),
        event("person.erased", {"id": "p1"}),
        event("call_list_entry.deleted", record("e1")),
        event("call_list_entry.created", record("e1")),
    ]
    client.copy(store=copy.store, state=copy.state, follow=False)
    assert copy.records == service.expected
    assert copy.erased == ["p1"]


def test_continues_when_it_is_killed_before_and_after_the_commit_of_each_batch(
    api: Api, service: Service
) -> None:
    copy = Copy()
    lost = set()

    def store(batch: CopyBatch) -> None:
        id = json.dumps(batch.state)
        if id in lost:
            copy.store(batch)
        lost.add(id)
        raise ConnectionAbortedError

    client = api.client()
    # Six pages of collections and one of the feed, each killed twice.
    for _ in range(14):
        with pytest.raises(ConnectionAbortedError):
            client.copy(store=store, state=copy.state, follow=False)
    client.copy(store=store, state=copy.state, follow=False)
    assert copy.records == service.expected


def test_reads_the_collections_again_after_a_410_and_deletes_what_is_gone(api: Api, service: Service) -> None:
    copy = Copy()
    client = api.client()
    client.copy(store=copy.store, follow=False)
    service.data["company"] = [record("c3"), record("c4")]
    service.data["person"] = [record("p1", "changed")]
    service.events = [event("person.updated", record("p1", "changed"))] * 9
    service.expired = service.start = 8
    client.copy(store=copy.store, state=copy.state, follow=False)
    assert copy.records == service.expected
    assert copy.state == {"scan": 2, "kinds": KINDS, "eventCursor": "9"}


def test_skips_what_the_key_may_not_list_and_adds_it_once_it_may(
    api: Api, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    copy = Copy()
    client = api.client()
    calls = service.data.pop("call")
    service.permissions.remove("call:read")
    client.copy(store=copy.store, follow=False)
    assert copy.records == service.expected
    assert caplog.messages == ["The copy skips call: the API key lacks the permission call:read."]
    assert dict(api.requests[-1].url.params)["types"] == "company.*,person.*,call_list.*,call_list_entry.*"

    service.permissions.append("call:read")
    service.data["call"] = calls
    service.events.append(event("company.deleted", record("c1")))
    service.data["company"] = service.data["company"][1:]
    api.requests.clear()
    client.copy(store=copy.store, state=copy.state, follow=False)
    assert copy.records == service.expected
    assert [request.url.path for request in api.requests] == ["/v1/key", "/v1/call", "/v1/event"]


def test_reads_the_collections_again_after_each_410_that_follows_progress(api: Api, service: Service) -> None:
    service.events = [event("person.updated", record("p1"))] * 12
    service.expired = service.start = 8
    copy = Copy()

    def store(batch: CopyBatch) -> None:
        copy.store(batch)
        if batch.state.get("eventCursor") == "10" and "next" not in batch.state:
            service.expired = service.start = 11

    state = CopyState(scan=1, kinds=list(COLLECTIONS), eventCursor="0")
    api.client().copy(store=store, state=state, follow=False)
    assert copy.state == {"scan": 3, "kinds": KINDS, "eventCursor": "12"}
    assert copy.records == service.expected


def test_raises_if_the_cursor_of_collections_just_read_has_expired(api: Api, service: Service) -> None:
    service.expired = 100
    with pytest.raises(ProblemError, match="cursor-expired"):
        api.client().copy(store=lambda _: None, follow=False)
    assert [request.url.path for request in api.requests].count("/v1/event") == 2


def test_ends_with_the_error_of_store_without_another_request(api: Api, service: Service) -> None:
    def store(_: CopyBatch) -> None:
        raise OSError("The disk is full.")

    with pytest.raises(OSError, match="The disk is full"):
        api.client().copy(store=store)
    assert [request.url.path for request in api.requests] == ["/v1/key", "/v1/company"]


def test_asks_to_update_a_service_without_a_feed(api: Api) -> None:
    api.answers({"items": [], "permissions": []})
    with pytest.raises(RuntimeError, match="The service has no event feed"):
        api.client().copy(store=lambda _: None)


def test_awaits_an_asynchronous_store() -> None:
    api = Api("async")
    service = Service()
    api.answers(service)
    copy = Copy()

    async def store(batch: CopyBatch) -> None:
        copy.store(batch)

    api.client().copy(store=store, follow=False)
    assert copy.records == service.expected
