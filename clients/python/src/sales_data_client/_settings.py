"""Settings that both clients have."""

from __future__ import annotations

import re

from ._version import VERSION

_KEY = re.compile(r"[A-Za-z0-9_]+")

DEFAULT_TIMEOUT = 60.0
"""Above that of the service, so that its own error arrives."""

DEFAULT_POLL_SECONDS = 5.0
DEFAULT_EVENTS = 1_000


def headers_of(api_key: str) -> dict[str, str]:
    """
    Returns the headers of every request.

    White space around the key, which files and environment variables often have, is ignored.

    Raises:
        ValueError: for a malformed key, without quoting it
    """
    key = api_key.strip()
    if not _KEY.fullmatch(key):
        raise ValueError("api_key must have only letters, digits and _, such as sd_live_…: copy it again.")
    return {
        "X-Api-Key": key,
        "Accept": "application/json, application/problem+json",
        "Accept-Encoding": "gzip",
        "User-Agent": f"sales-data-client-python/{VERSION}",
    }
