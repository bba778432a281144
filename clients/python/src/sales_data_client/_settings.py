"""Settings that both clients have."""

from __future__ import annotations

from ._version import VERSION

DEFAULT_TIMEOUT = 60.0
"""Above that of the service, so that its own error arrives."""

DEFAULT_POLL_SECONDS = 5.0
DEFAULT_EVENTS = 1_000


def headers_of(api_key: str) -> dict[str, str]:
    """Returns the headers of every request."""
    return {
        "X-Api-Key": api_key,
        "Accept": "application/json, application/problem+json",
        "Accept-Encoding": "gzip",
        "User-Agent": f"sales-data-client-python/{VERSION}",
    }
