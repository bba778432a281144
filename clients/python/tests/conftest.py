"""Runs each test with both clients, against an API in memory."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from sales_data_client import AsyncSalesDataClient, Retries, SalesDataClient
from sales_data_client._io import AsyncIo, Stop, SyncIo

BASE_URL = "https://api.example.com"


async def _collect(items: AsyncIterator[Any]) -> list[Any]:
    return [item async for item in items]


class Blocking:
    """An asynchronous client that is called like the synchronous one."""

    def __init__(self, client: AsyncSalesDataClient) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            result = getattr(self._client, name)(*args, **options)
            if inspect.iscoroutine(result):
                return asyncio.run(result)
            return iter(asyncio.run(_collect(result)))

        return call


class Api:
    """Answers requests in order; the last answer repeats."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._answers: list[Any] = []
        self.requests: list[httpx.Request] = []

    def answers(self, *answers: Any) -> None:
        """Set the answers: documents, responses, errors, or functions of the request."""
        self._answers = list(answers)

    def client(
        self, retries: Retries | None = None, api_key: str = "sd_live_test", base_url: str = BASE_URL
    ) -> Any:
        transport = httpx.MockTransport(self._answer)
        options: dict[str, Any] = {"api_key": api_key, "retries": retries}
        if self._kind == "sync":
            return SalesDataClient(base_url, http=httpx.Client(transport=transport), **options)
        http = httpx.AsyncClient(transport=transport)
        return Blocking(AsyncSalesDataClient(base_url, http=http, **options))

    @property
    def queries(self) -> list[dict[str, str]]:
        return [dict(request.url.params) for request in self.requests]

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if callable(answer):
            answer = answer(request)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, httpx.Response):
            return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)
        return httpx.Response(200, json=answer)


@pytest.fixture(params=["sync", "async"])
def api(request: pytest.FixtureRequest) -> Api:
    return Api(request.param)


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits of the clients, in seconds, which take no time."""
    recorded: list[float] = []

    async def wait(_: Any, seconds: float, stop: Stop | None) -> None:
        recorded.append(seconds)

    monkeypatch.setattr(SyncIo, "wait", wait)
    monkeypatch.setattr(AsyncIo, "wait", wait)
    return recorded


def problem(kind: str, status: int, headers: dict[str, str] | None = None, **fields: Any) -> httpx.Response:
    """Return an error of the API."""
    document = {
        "type": f"urn:sales-data:problem:{kind}",
        "title": kind,
        "status": status,
        "detail": "Read the guide.",
        "requestId": "r-1",
        **fields,
    }
    return httpx.Response(
        status, json=document, headers={"Content-Type": "application/problem+json", **(headers or {})}
    )
