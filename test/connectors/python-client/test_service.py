"""Both clients against the running service, with the records of the JSON file SAMPLE."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from sales_data_client import AsyncSalesDataClient, ProblemError, Retries, SalesDataClient

BASE_URL = os.environ["BASE_URL"]
API_KEY = os.environ["API_KEY"]
sample = json.loads(Path(os.environ["SAMPLE"]).read_text())
person_id = sample["people"][0]["id"]
call_list = sample["callLists"][0]


@pytest.fixture
def client() -> Any:
    with SalesDataClient(BASE_URL, API_KEY) as client:
        yield client


def ids(records: Any) -> set[str]:
    # A set, because pages repeat records that were imported in the last ten seconds.
    return {record["id"] for record in records}


def test_describes_its_key(client: SalesDataClient) -> None:
    assert client.key()["organization"]["id"] == sample["organizationId"]


def test_reads_single_records(client: SalesDataClient) -> None:
    person = client.person(person_id)
    assert (person["id"], person["lastName"]) == (person_id, sample["people"][0]["lastName"])
    company = sample["companies"][0]
    assert client.company(company["id"])["name"] == company["name"]


def test_reads_everything_whatever_the_page_size(client: SalesDataClient) -> None:
    assert ids(client.people(limit=7)) == ids(sample["people"])
    assert ids(client.companies(limit=7)) == ids(sample["companies"])
    assert ids(client.call_lists(limit=3)) == ids(sample["callLists"])
    entries = [entry for each in sample["callLists"] for entry in each["entries"]]
    assert ids(client.call_list_entries(limit=400)) == ids(entries)
    locked = [each for each in sample["callLists"] if each["isLocked"]]
    assert ids(client.call_lists(is_locked=True)) == ids(locked)
    assert ids(client.people(id=[person_id])) == {person_id}


def test_reads_the_entries_of_a_call_list_with_their_people(client: SalesDataClient) -> None:
    entries = list(client.entries(call_list["id"], limit=15, include=["person", "company"]))
    assert [entry["id"] for entry in entries] == [entry["id"] for entry in call_list["entries"]]
    for entry in entries:
        person = entry["person"]
        assert (person and person["id"]) == entry["personId"]


def test_downloads_an_export_whose_cursor_continues_the_feed(client: SalesDataClient, tmp_path: Path) -> None:
    download = client.download({"resource": "person", "format": "jsonl", "fields": ["lastName"]}, tmp_path)
    records = [json.loads(line) for path in download.paths for line in path.read_text().splitlines()]
    assert ids(records) == ids(sample["people"])
    assert client.export(download.export["id"])["recordCount"] == len(records)
    assert download.export["id"] in ids(client.exports())
    list(client.changes(cursor=download.event_cursor, follow=False))


def test_raises_problems(client: SalesDataClient) -> None:
    with pytest.raises(ProblemError) as raised:
        client.person("nonsense")
    assert raised.value.type == "urn:sales-data:problem:invalid-request"
    assert raised.value.status == 400
    assert [error["parameter"] for error in raised.value.errors] == ["id"]
    with pytest.raises(ProblemError) as raised:
        client.person("../key")
    assert raised.value.status == 400
    with pytest.raises(ProblemError) as raised:
        SalesDataClient(BASE_URL, "sd_live_unknown").key()
    assert raised.value.status == 401
    with pytest.raises(ProblemError) as raised:
        SalesDataClient(BASE_URL, os.environ["LIMITED_KEY"]).person(person_id)
    assert raised.value.missing_permissions == ["person:read"]


def test_gives_up_after_the_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        client = SalesDataClient(address, API_KEY, timeout=0.1, retries=Retries(attempts=2))
        with pytest.raises(httpx.ReadTimeout):
            client.key()


def test_fails_without_a_service() -> None:
    client = SalesDataClient("http://127.0.0.1:9", API_KEY, retries=Retries(attempts=2))
    with pytest.raises(httpx.ConnectError):
        client.key()


def test_stops_while_it_waits_at_the_end_of_the_feed(client: SalesDataClient) -> None:
    stop = threading.Event()
    pages = client.changes(from_="latest", poll_seconds=3_600, stop=stop)
    assert next(pages).cursor
    threading.Timer(0.1, stop.set).start()
    assert list(pages) == []


def test_waits_at_the_rate_limit_so_that_every_request_succeeds() -> None:
    statuses = []
    hooks = {"response": [lambda response: statuses.append(response.status_code)]}
    key = os.environ["LIMITED_KEY"]
    with httpx.Client(event_hooks=hooks) as http, ThreadPoolExecutor(50) as pool:
        client = SalesDataClient(BASE_URL, key, http=http, retries=Retries(attempts=20))
        # One wave may stay below the rate on a slow machine.
        while 429 not in statuses:
            keys = list(pool.map(lambda _: client.key(), range(50)))
            assert len(keys) == 50


def test_downloads_an_export_on_asyncio(tmp_path: Path) -> None:
    async def run() -> None:
        async with AsyncSalesDataClient(BASE_URL, API_KEY) as client:
            download = await client.download({"resource": "company", "format": "csv"}, tmp_path)
            (path,) = download.paths
            assert len(path.read_text(encoding="utf-8-sig").splitlines()) > len(sample["companies"])

    asyncio.run(run())


def test_reads_and_is_cancelled_on_asyncio() -> None:
    async def run() -> None:
        async with AsyncSalesDataClient(BASE_URL, API_KEY) as client:
            assert (await client.person(person_id))["id"] == person_id
            people = [person async for person in client.people(limit=7)]
            assert ids(people) == ids(sample["people"])
            with pytest.raises(ProblemError):
                await client.company("nonsense")
            polls = client.changes(from_="latest", poll_seconds=3_600)
            assert (await anext(polls)).cursor
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(anext(polls), 0.2)

    asyncio.run(run())
