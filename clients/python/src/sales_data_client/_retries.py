"""When to send a request again."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

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
    Which requests are sent again: reads, and others with a key that makes a repetition harmless.

    `429` and `5xx` are retried after their `Retry-After`; those without one, timeouts and broken connections
    after an increasing delay.
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
            if outcome.status_code != 429 and outcome.status_code < 500:
                return None
            seconds = _retry_after(outcome)
            if seconds is not None:
                return with_jitter(seconds) if seconds <= self.longest_wait else None
        elif not isinstance(outcome, _CONNECTION_FAILURES):
            return None
        backoff = FIRST_BACKOFF * 2.0 ** min(attempt - 1, 30)
        # Half of it at random, so that the clients of a failed server do not return at once.
        return min(backoff, self.longest_wait) * random.uniform(0.5, 1)  # noqa: S311


def with_jitter(seconds: float) -> float:
    """Returns a slightly longer wait."""
    return seconds * (1 + random.random() * JITTER)  # noqa: S311


def _retry_after(response: httpx.Response) -> float | None:
    """The seconds of the header (RFC 9110, section 10.2.3; some proxies send fractions), or None."""
    value = response.headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", value):
        return float(value)
    try:
        time = parsedate_to_datetime(value)
    except ValueError:
        return None
    # The obsolete form of a date has no time zone.
    return max(
        0.0, (time.replace(tzinfo=time.tzinfo or timezone.utc) - datetime.now(timezone.utc)).total_seconds()
    )
