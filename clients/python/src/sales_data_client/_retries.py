"""When to send a request again."""

from __future__ import annotations

import random
from dataclasses import dataclass

import httpx

JITTER = 0.1
"""Waits are up to 10% longer than requested, so that clients do not act in lockstep."""

FIRST_BACKOFF = 0.5

# Others are mistakes of the caller, such as an invalid URL.
_CONNECTION_FAILURES = (
    httpx.TimeoutException,
    httpx.NetworkError,
    httpx.RemoteProtocolError,
    httpx.ProxyError,
)


@dataclass(frozen=True)
class Retries:
    """
    Which requests are sent again. All of them are reads, so retries are safe.

    `429` and `503` are retried after their `Retry-After`; other `5xx`, timeouts and broken connections after
    an increasing delay.
    """

    attempts: int = 5
    """The maximum number of attempts, including the first."""
    longest_wait: float = 30
    """The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately."""

    def wait_after(self, attempt: int, outcome: httpx.Response | Exception) -> float | None:
        """Returns the seconds to wait after an attempt, counted from 1, or None for no retry."""
        if attempt >= self.attempts:
            return None
        if isinstance(outcome, httpx.Response):
            status, seconds = outcome.status_code, _retry_after(outcome)
            if status == 429 or (status == 503 and seconds is not None):
                return None if seconds is None or seconds > self.longest_wait else with_jitter(seconds)
            is_transient = status >= 500
        else:
            is_transient = isinstance(outcome, _CONNECTION_FAILURES)
        if not is_transient:
            return None
        backoff = FIRST_BACKOFF * 2.0 ** min(attempt - 1, 30)
        # Half of it at random, so that the clients of a failed server do not return at once.
        return min(backoff, self.longest_wait) * random.uniform(0.5, 1)  # noqa: S311


def with_jitter(seconds: float) -> float:
    """Returns a slightly longer wait."""
    return seconds * (1 + random.random() * JITTER)  # noqa: S311


def _retry_after(response: httpx.Response) -> int | None:
    value = response.headers.get("Retry-After", "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else None
