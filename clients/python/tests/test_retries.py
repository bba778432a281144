from __future__ import annotations

import httpx
import pytest
from conftest import Api, problem

from sales_data_client import ProblemError, Retries, UnexpectedResponseError

KEY = {"id": "k"}


@pytest.mark.parametrize(("kind", "status"), [("too-many-requests", 429), ("service-unavailable", 503)])
def test_waits_for_as_long_as_the_api_asks(api: Api, waits: list[float], kind: str, status: int) -> None:
    limited = problem(kind, status, {"Retry-After": "7"})
    api.answers(limited, limited, KEY)
    assert api.client().key() == KEY
    assert len(waits) == 2
    for wait in waits:
        assert 7 <= wait <= 7.7


@pytest.mark.parametrize("retry_after", ["31", "", "soon", "-1"])
def test_fails_at_once_if_the_wait_is_too_long_or_unknown(
    api: Api, waits: list[float], retry_after: str
) -> None:
    api.answers(problem("too-many-requests", 429, {"Retry-After": retry_after}))
    with pytest.raises(ProblemError):
        api.client().key()
    assert waits == []


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
        httpx.ReadError("reset"),
        httpx.RemoteProtocolError("cut off"),
        httpx.Response(502, text="<h1>Bad Gateway</h1>"),
        problem("timeout", 504),
        problem("internal-error", 500),
        httpx.Response(503, text="<h1>Service Unavailable</h1>"),
    ],
)
def test_retries_failures_with_longer_and_longer_waits(
    api: Api, waits: list[float], failure: Exception | httpx.Response
) -> None:
    api.answers(failure, failure, failure, KEY)
    assert api.client().key() == KEY
    assert len(waits) == 3
    for wait, backoff in zip(waits, [0.5, 1, 2], strict=True):
        assert backoff / 2 <= wait <= backoff


def test_waits_at_most_the_longest_wait(api: Api, waits: list[float]) -> None:
    api.answers(httpx.ConnectError("refused"))
    with pytest.raises(httpx.ConnectError):
        api.client(Retries(attempts=40, longest_wait=3)).key()
    assert len(waits) == 39
    assert max(waits) <= 3


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        (httpx.ConnectTimeout("slow"), httpx.ConnectTimeout),
        (httpx.Response(502, text="down"), UnexpectedResponseError),
        (problem("too-many-requests", 429, {"Retry-After": "1"}), ProblemError),
    ],
)
def test_gives_up_after_the_last_attempt(
    api: Api, failure: Exception | httpx.Response, error: type[Exception]
) -> None:
    api.answers(failure)
    with pytest.raises(error):
        api.client(Retries(attempts=3)).key()
    assert len(api.requests) == 3


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        (httpx.UnsupportedProtocol("ftp"), httpx.UnsupportedProtocol),
        (problem("forbidden", 403), ProblemError),
        (problem("unauthorized", 401), ProblemError),
    ],
)
def test_does_not_repeat_what_would_fail_again(
    api: Api, failure: Exception | httpx.Response, error: type[Exception]
) -> None:
    api.answers(failure)
    with pytest.raises(error):
        api.client().key()
    assert len(api.requests) == 1
