from __future__ import annotations

from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

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


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        ("7", 7),
        ("1.5", 1.5),
        (" 7 ", 7),
        (format_datetime(datetime.now(timezone.utc) + timedelta(seconds=20), usegmt=True), 20),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0),
    ],
)
def test_reads_retry_after(
    api: Api, waits: list[float], status: int, retry_after: str, seconds: float
) -> None:
    api.answers(problem("any", status, {"Retry-After": retry_after}), KEY)
    assert api.client().key() == KEY
    assert len(waits) == 1
    # Tests may take their time, but a backoff is half a second.
    assert seconds - 10 * (seconds == 20) <= waits[0] <= seconds * 1.1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_fails_at_once_if_the_wait_is_too_long(api: Api, waits: list[float], status: int) -> None:
    api.answers(problem("any", status, {"Retry-After": "31"}))
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
        problem("too-many-requests", 429),
        problem("too-many-requests", 429, {"Retry-After": "soon"}),
        problem("too-many-requests", 429, {"Retry-After": "-1"}),
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
