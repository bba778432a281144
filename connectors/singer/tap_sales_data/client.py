"""Requests to the Sales Data API."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from singer_sdk.authenticators import APIKeyAuthenticator
from singer_sdk.exceptions import FatalAPIError, RetriableAPIError
from singer_sdk.streams import RESTStream

if TYPE_CHECKING:
    from collections.abc import Generator

    import requests

LONGEST_WAIT_SECONDS = 60

PASTED = " \t\r\n\v\f\u00a0\u2028\u2029\"'`\u200b\u200e\u200f\u2060\ufeff"
"""Characters copied along with a setting: white space, line ends, quotes and invisible ones."""


class CursorExpiredError(FatalAPIError):
    """The events after the cursor are no longer kept."""


class MissingPermissionError(FatalAPIError):
    """The key lacks a permission."""


class SalesDataClient(RESTStream[str]):
    """Retries a 429 or 5xx after `Retry-After`, or with backoff, and other failures with backoff."""

    # A redirect would receive the key.
    allow_redirects = False

    @property
    def url_base(self) -> str:
        """The address of the service, without what people copy along with it.

        Raises:
            ValueError: if it is no such address
        """
        address = str(self.config["base_url"]).strip(PASTED).rstrip("/").removesuffix("/v1").rstrip("/")
        if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", address):
            msg = "base_url must be the address of the service, such as https://api.example.com."
            raise ValueError(msg)
        return address

    @property
    def authenticator(self) -> APIKeyAuthenticator:
        """Sends the key in `X-Api-Key`, without what people copy along with it.

        Raises:
            ValueError: for a malformed key, without quoting it
        """
        key = self.config["api_key"].strip(PASTED)
        if not re.fullmatch(r"[A-Za-z0-9_]+", key):
            msg = "api_key must have only letters, digits and _, such as sd_live_…: copy it again."
            raise ValueError(msg)
        return APIKeyAuthenticator(key="X-Api-Key", value=key, location="header")

    def validate_response(self, response: requests.Response) -> None:
        """Raise for every error response.

        Raises:
            CursorExpiredError: for a 410
            RetriableAPIError: for a 429 of the rate limit and for 5xx
            MissingPermissionError: for a 403
            FatalAPIError: for other errors, also for an exhausted daily quota
        """
        if response.status_code == HTTPStatus.OK:
            return
        message = self.response_error_message(response)
        if response.status_code == HTTPStatus.GONE:
            raise CursorExpiredError(message)
        if response.status_code == HTTPStatus.FORBIDDEN:
            raise MissingPermissionError(message)
        # The daily quota is also a 429, but lasts until midnight UTC.
        is_quota = _problem(response).get("type") == "urn:sales-data:problem:quota-exceeded"
        is_rate = response.status_code == HTTPStatus.TOO_MANY_REQUESTS and not is_quota
        if is_rate or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise RetriableAPIError(message, response)
        raise FatalAPIError(message)

    def response_error_message(self, response: requests.Response) -> str:
        """The API's own explanation, if it has one."""
        detail = _problem(response).get("detail", response.reason)
        return f"GET {self.path} responded with {response.status_code}: {detail}"

    def backoff_wait_generator(self) -> Generator[float, None, None]:
        """Waits for `Retry-After` if the response has it, else longer with each attempt."""
        attempts = 0

        def wait_of(error: Any) -> float:
            nonlocal attempts
            attempts += 1
            response = getattr(error, "response", None)
            asked = None if response is None else _retry_after(response)
            return min(2.0**attempts if asked is None else asked, LONGEST_WAIT_SECONDS)

        return self.backoff_runtime(value=wait_of)

    def backoff_max_tries(self) -> int:
        """The attempts of a request, including the first."""
        return 10


def _retry_after(response: requests.Response) -> float | None:
    """The seconds of the header (RFC 9110, section 10.2.3; some proxies send fractions), or None."""
    value = response.headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", value):
        return float(value)
    try:
        time = parsedate_to_datetime(value)
    except ValueError:
        return None
    # The obsolete form of a date has no time zone.
    aware = time.replace(tzinfo=time.tzinfo or timezone.utc)
    return max(0.0, (aware - datetime.now(timezone.utc)).total_seconds())


def _problem(response: requests.Response) -> dict[str, Any]:
    media_type = response.headers.get("Content-Type", "").split(";")[0].strip().lower()
    problem: dict[str, Any] = response.json() if media_type == "application/problem+json" else {}
    return problem
