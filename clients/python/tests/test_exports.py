from __future__ import annotations

import asyncio
import hashlib
import json
import pickle
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import BASE_URL, Api, problem

from sales_data_client import AsyncSalesDataClient, Download, ExportError, ProblemError

BUCKET = "https://bucket.example.com"
ID = "019bb160-4c35-7a70-8f52-7a4de0be6a11"
NEW = {"resource": "person", "format": "jsonl"}


def export(state: str, *contents: bytes, problem: str | None = None, path: str = "files") -> dict[str, Any]:
    files = [
        {
            "url": f"{BUCKET}/{path}/{index}?X-Amz-Signature=secret",
            "name": f"people-{index + 1}.jsonl",
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "recordCount": 1,
        }
        for index, content in enumerate(contents)
    ]
    cursor = "feed" if state == "completed" else None
    return {"id": ID, "state": state, "problem": problem, "files": files, "eventCursor": cursor}


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_starts_an_export_with_a_key_that_retries_repeat(api: Api) -> None:
    api.answers(httpx.Response(502), export("queued"))
    client = api.client()
    assert client.create_export(NEW)["id"] == ID
    client.create_export(NEW, idempotency_key="nightly")
    first, retry, own = api.requests
    assert (first.method, str(first.url)) == ("POST", f"{BASE_URL}/v1/export")
    assert json.loads(first.content) == NEW
    assert first.headers["Content-Type"] == "application/json"
    assert first.headers["X-Api-Key"] == "sd_live_test"
    assert uuid.UUID(first.headers["Idempotency-Key"])
    assert retry.headers["Idempotency-Key"] == first.headers["Idempotency-Key"]
    assert json.loads(retry.content) == NEW
    assert own.headers["Idempotency-Key"] == "nightly"


def test_raises_the_problem_of_an_export_that_is_not_started(api: Api, tmp_path: Path) -> None:
    api.answers(problem("conflict", 409))
    with pytest.raises(ProblemError) as raised:
        api.client().download(NEW, tmp_path)
    assert raised.value.status == 409


def test_yields_the_exports_of_all_pages(api: Api) -> None:
    api.answers({"items": [1, 2], "nextCursor": "c1"}, {"items": [3]})
    assert list(api.client().exports(limit=2)) == [1, 2, 3]
    assert api.queries == [{"limit": "2"}, {"limit": "2", "cursor": "c1"}]


def test_reads_an_export(api: Api) -> None:
    api.answers(export("running"))
    assert api.client().export(uuid.UUID(ID))["state"] == "running"
    assert api.requests[0].url.path == f"/v1/export/{ID}"


def test_writes_verified_files(api: Api, tmp_path: Path) -> None:
    contents = [b'{"id":1}\n', b"x" * 3_000_000, b""]

    def answer(request: httpx.Request) -> Any:
        if request.url.host == "bucket.example.com":
            return httpx.Response(200, content=contents[int(request.url.path[-1])])
        return export("completed", *contents)

    api.answers(answer)
    directory = tmp_path / "new" / "people"
    download = api.client().download(NEW, str(directory))
    assert download == Download(
        export("completed", *contents),  # type: ignore[arg-type]
        "feed",
        [directory / f"people-{number}.jsonl" for number in (1, 2, 3)],
    )
    assert [path.read_bytes() for path in download.paths] == contents
    assert names(directory) == ["people-1.jsonl", "people-2.jsonl", "people-3.jsonl"]


def test_polls_with_growing_delays(api: Api, tmp_path: Path, waits: list[float]) -> None:
    api.answers(export("queued"), *[export("running")] * 12, export("completed"))
    assert api.client().download(NEW, tmp_path).paths == []
    assert len(waits) == 13
    for index, wait in enumerate(waits):
        expected = min(1.5**index, 30)
        assert expected <= wait <= expected * 1.1


def test_takes_an_existing_export_by_its_id(api: Api, tmp_path: Path) -> None:
    api.answers(export("completed"))
    api.client().download(uuid.UUID(ID), tmp_path)
    assert [(each.method, each.url.path) for each in api.requests] == [("GET", f"/v1/export/{ID}")]


def test_requests_files_without_the_key_at_an_address_that_it_has_just_read(api: Api, tmp_path: Path) -> None:
    stale, fresh = export("completed", b"abc", path="stale"), export("completed", b"abc")
    api.answers(stale, fresh, httpx.Response(200, content=b"abc"))
    api.client().download(NEW, tmp_path)
    file = api.requests[2]
    assert str(file.url) == fresh["files"][0]["url"]
    assert set(file.headers) <= {"host"}


@pytest.mark.parametrize("failure", [httpx.Response(503), httpx.ReadError("reset")])
def test_downloads_a_file_again_after_a_failure(api: Api, tmp_path: Path, failure: Any) -> None:
    done = export("completed", b"abc")
    api.answers(done, done, failure, httpx.Response(200, content=b"abc"))
    (path,) = api.client().download(NEW, tmp_path).paths
    assert path.read_bytes() == b"abc"


@pytest.mark.parametrize(
    ("state", "reason", "message"),
    [
        ("failed", "It has more than 1,000 files.", "has failed: It has more than 1,000 files."),
        ("expired", None, "has expired: Start another export."),
        ("expired", "A person was erased.", "has expired: A person was erased."),
    ],
)
def test_raises_for_an_export_without_files(
    api: Api, tmp_path: Path, state: str, reason: str | None, message: str
) -> None:
    api.answers(export(state, problem=reason))
    with pytest.raises(ExportError) as raised:
        api.client().download(NEW, tmp_path)
    assert str(raised.value) == f"The export {ID} {message}"
    assert raised.value.export["state"] == state
    copied = pickle.loads(pickle.dumps(raised.value))
    assert (str(copied), copied.export) == (str(raised.value), raised.value.export)


def test_raises_if_the_files_are_deleted_before_they_are_downloaded(api: Api, tmp_path: Path) -> None:
    api.answers(export("completed", b"abc"), export("expired"))
    with pytest.raises(ExportError, match="has expired"):
        api.client().download(NEW, tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"ab", "is damaged: it has 2 bytes instead of 3"),
        (b"abcd", "is damaged: it has 4 bytes instead of 3"),
        (b"abd", "is damaged: its SHA-256 differs"),
    ],
)
def test_keeps_the_old_file_if_the_new_one_is_damaged(
    api: Api, tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "people-1.jsonl").write_bytes(b"old")
    done = export("completed", b"abc")
    api.answers(done, done, httpx.Response(200, content=content))
    with pytest.raises(ExportError, match=message):
        api.client().download(NEW, tmp_path)
    assert names(tmp_path) == ["people-1.jsonl"]
    assert (tmp_path / "people-1.jsonl").read_bytes() == b"old"


def test_raises_for_a_file_that_the_bucket_refuses_without_its_address(api: Api, tmp_path: Path) -> None:
    done = export("completed", b"abc")
    api.answers(done, done, httpx.Response(403, text="<Error/>"))
    with pytest.raises(ExportError) as raised:
        api.client().download(NEW, tmp_path)
    assert "bucket.example.com responded with status 403." in str(raised.value)
    assert "secret" not in str(raised.value)
    assert names(tmp_path) == []


def test_writes_nothing_outside_of_the_directory(api: Api, tmp_path: Path) -> None:
    done = export("completed", b"abc")
    done["files"][0]["name"] = "../../escaped.jsonl"
    api.answers(done, done, httpx.Response(200, content=b"abc"))
    assert api.client().download(NEW, tmp_path / "inner").paths == [tmp_path / "inner" / "escaped.jsonl"]


def test_leaves_no_file_behind_once_its_task_is_cancelled(tmp_path: Path) -> None:
    is_started = asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        yield b"x" * 2_000_000
        is_started.set()
        await asyncio.sleep(3_600)

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.url.host == "bucket.example.com":
            return httpx.Response(200, content=endless())
        return httpx.Response(200, json=export("completed", b"abc"))

    async def run() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        client = AsyncSalesDataClient(BASE_URL, "sd_live_test", http=http)
        task = asyncio.create_task(client.download(ID, tmp_path))
        await is_started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert names(tmp_path) == []
