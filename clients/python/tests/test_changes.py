from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import pytest
from conftest import BASE_URL, Api, problem

from sales_data_client import AsyncSalesDataClient, ChangesPage, ProblemError, SalesDataClient
from sales_data_client._io import AsyncIo, Stop, SyncIo


def page(items: list[Any], cursor: str, has_more: bool = False) -> dict[str, Any]:
    return {"items": items, "nextCursor": cursor, "hasMore": has_more}


def test_ends_at_the_end_of_the_feed(api: Api, waits: list[float]) -> None:
    api.answers(page([1], "c1", True), page([2], "c2"))
    pages = list(api.client().changes(from_="earliest", types=["person.*", "company.*"], follow=False))
    assert pages == [ChangesPage([1], "c1"), ChangesPage([2], "c2")]  # type: ignore[list-item]
    filters = {"types": "person.*,company.*", "limit": "1000"}
    assert api.queries == [{"from": "earliest", **filters}, {"cursor": "c1", **filters}]
    assert waits == []


def test_omits_pages_without_progress(api: Api) -> None:
    api.answers(page([], "c0"))
    client = api.client()
    assert list(client.changes(cursor="c0", follow=False)) == []
    assert list(client.changes(cursor="older", follow=False)) == [ChangesPage([], "c0")]


def test_waits_at_the_end_and_continues() -> None:
    api = Api("sync")
    api.answers(page([1], "c1"), page([], "c1"), page([2], "c2"))
    waits: list[float] = []

    async def wait(_: Any, seconds: float, stop: Stop | None) -> None:
        waits.append(seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SyncIo, "wait", wait)
        pages = api.client().changes(since="2026-01-01T00:00:00Z", poll_seconds=60)
        assert [next(pages).cursor, next(pages).cursor] == ["c1", "c2"]
    assert len(waits) == 2
    for seconds in waits:
        assert 60 <= seconds <= 66


@pytest.mark.parametrize("start", [{}, {"cursor": "c", "from_": "latest"}, {"from_": "latest", "since": "t"}])
def test_rejects_anything_but_one_start(api: Api, start: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="Pass one of"):
        api.client().changes(**start)


@pytest.mark.parametrize("seconds", [0, 0.09, 86_401, float("nan"), float("inf")])
def test_rejects_invalid_waits(api: Api, seconds: float) -> None:
    with pytest.raises(ValueError, match="`poll_seconds` must be from"):
        api.client().changes(from_="latest", poll_seconds=seconds)


def test_raises_problems(api: Api) -> None:
    api.answers(problem("cursor-expired", 410))
    with pytest.raises(ProblemError) as raised:
        list(api.client().changes(cursor="old"))
    assert raised.value.status == 410


@pytest.fixture
def real_waits(monkeypatch: pytest.MonkeyPatch, waits: list[float]) -> None:
    monkeypatch.undo()


def feed(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json=page([1], "c1"))


@pytest.mark.usefixtures("real_waits")
def test_stops_during_a_wait() -> None:
    stop = threading.Event()
    http = httpx.Client(transport=httpx.MockTransport(feed))
    pages = SalesDataClient(BASE_URL, "k", http=http).changes(from_="latest", poll_seconds=86_400, stop=stop)
    assert next(pages).cursor == "c1"
    # Also if it is set only while the loop already waits.
    threading.Timer(0.05, stop.set).start()
    assert list(pages) == []
    assert list(SalesDataClient(BASE_URL, "k", http=http).changes(from_="latest", stop=stop)) == []


@pytest.mark.usefixtures("real_waits")
def test_stops_during_a_wait_on_asyncio() -> None:
    async def follow() -> list[str]:
        stop = asyncio.Event()
        http = httpx.AsyncClient(transport=httpx.MockTransport(feed))
        client = AsyncSalesDataClient(BASE_URL, "k", http=http)
        cursors = []
        async for each in client.changes(from_="latest", poll_seconds=86_400, stop=stop):
            cursors.append(each.cursor)
            asyncio.get_running_loop().call_later(0.05, stop.set)
        return cursors

    assert asyncio.run(follow()) == ["c1"]


@pytest.mark.usefixtures("real_waits")
def test_polls_until_stopped_on_asyncio() -> None:
    async def follow() -> int:
        stop = asyncio.Event()
        requests = 0

        def count(request: httpx.Request) -> httpx.Response:
            nonlocal requests
            requests += 1
            if requests == 3:
                stop.set()
            return feed(request)

        http = httpx.AsyncClient(transport=httpx.MockTransport(count))
        client = AsyncSalesDataClient(BASE_URL, "k", http=http)
        async for _ in client.changes(from_="latest", poll_seconds=0.1, stop=stop):
            pass
        return requests

    assert asyncio.run(follow()) == 3


@pytest.mark.usefixtures("real_waits")
def test_is_cancelled_with_its_task() -> None:
    async def follow() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(feed))
        client = AsyncSalesDataClient(BASE_URL, "k", http=http)
        async for _ in client.changes(from_="latest", poll_seconds=86_400):
            pass

    async def cancel() -> None:
        task = asyncio.create_task(follow())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())


def test_does_not_retry_after_a_stop(api: Api) -> None:
    stop: Any = threading.Event() if api._kind == "sync" else asyncio.Event()
    limited = problem("too-many-requests", 429, {"Retry-After": "1"})

    async def wait(_: Any, seconds: float, stop: Any) -> None:
        stop.set()

    api.answers(limited)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SyncIo if api._kind == "sync" else AsyncIo, "wait", wait)
        assert list(api.client().changes(from_="latest", stop=stop)) == []
    assert len(api.requests) == 1
