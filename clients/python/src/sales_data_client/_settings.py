"""Settings that both clients have."""

from __future__ import annotations

import re

from ._version import VERSION

_KEY = re.compile(r"[A-Za-z0-9_]+")

DEFAULT_TIMEOUT = 60.0
"""Above that of the service, so that its own error arrives."""

DEFAULT_POLL_SECONDS = 5.0
DEFAULT_EVENTS = 1_000


_ADDRESS = re.compile(r"https?://[^\s/?#@]+(/[^\s?#]*)?", re.IGNORECASE)

PASTED = (
    " \t\r\n\v\f\u00a0\u2028\u2029\"'`"
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
"""Characters copied along with a setting: white space, line ends, quotes and invisible ones."""


def address_of(base_url: str) -> str:
    """
    Returns the address to which paths such as `/v1/key` are appended.

    Raises:
        ValueError: if it is not the address of a service
    """
    address = base_url.strip(PASTED).rstrip("/").removesuffix("/v1").rstrip("/")
    if not _ADDRESS.fullmatch(address):
        raise ValueError("base_url must be the address of the service, such as https://api.example.com.")
    return address


def headers_of(api_key: str) -> dict[str, str]:
    """
    Returns the headers of every request.

    White space and quotes around the key, which files and environment variables often have, are ignored.

    Raises:
        ValueError: for a malformed key, without quoting it
    """
    key = api_key.strip(PASTED)
    if not _KEY.fullmatch(key):
        raise ValueError("api_key must have only letters, digits and _, such as sd_live_…: copy it again.")
    return {
        "X-Api-Key": key,
        "Accept": "application/json, application/problem+json",
        "Accept-Encoding": "gzip",
        "User-Agent": f"sales-data-client-python/{VERSION}",
    }
