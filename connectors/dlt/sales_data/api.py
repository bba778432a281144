"""Requests to the Sales Data API."""

import re
from functools import cached_property
from typing import Any
from uuid import uuid4

from dlt.sources.helpers import requests

RETRIED_STATUSES = (500, 502, 503, 504)


class ApiError(Exception):
    """An error response, with the API's own explanation if it has one."""


class CursorExpiredError(ApiError):
    """The events after the cursor are no longer kept."""


class Api:
    """Retries a 429 or 5xx after `Retry-After`, at most a minute, or with backoff.

    Raises:
        ValueError: for a malformed address or API key
    """

    def __init__(self, base_url: str, api_key: str) -> None:
        self._base_url = _address(base_url)
        self._headers = {"X-Api-Key": _well_formed(api_key)}
        self._http = requests.Client(
            raise_for_status=False,
            status_codes=RETRIED_STATUSES,
            retry_condition=lambda response, _: response is not None and _is_rate_limited(response),
            request_max_attempts=10,
            request_max_retry_delay=60,
        )

    @cached_property
    def permissions(self) -> list[str]:
        """The permissions of the key."""
        permissions: list[str] = self.get("key", {})["permissions"]
        return permissions

    def get(self, path: str, params: dict[str, Any]) -> dict[str, Any]:
        """The JSON body of `GET /v1/{path}`.

        Raises:
            CursorExpiredError: for a 410
            ApiError: for every other status than 200
        """
        return self._call("GET", path, params=params)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The JSON body of `POST /v1/{path}`, which a retry does not do twice.

        Raises:
            ApiError: for every other status than 200 and 202
        """
        return self._call("POST", path, json=body, headers={"Idempotency-Key": str(uuid4())})

    def upload(self, url: str, headers: dict[str, str], content: bytes) -> None:
        """Uploads a file to the address in an import, without the key.

        Raises:
            ApiError: for every other status than 200
        """
        response = self._http.put(url, data=content, headers=headers, allow_redirects=False)
        if response.status_code != 200:
            raise ApiError(f"The upload responded with {response.status_code}: {response.reason}")

    def _call(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        headers = {**self._headers, **request.pop("headers", {})}
        # A redirect would receive the key.
        response = self._http.request(
            method, f"{self._base_url}/v1/{path}", headers=headers, allow_redirects=False, **request
        )
        if response.status_code in (200, 202):
            body: dict[str, Any] = response.json()
            return body
        error = CursorExpiredError if response.status_code == 410 else ApiError
        raise error(f"{method} /v1/{path} responded with {response.status_code}: {_detail(response)}")


PASTED = " \t\r\n\v\f\u00a0\u2028\u2029\"'`\u200b\u200e\u200f\u2060\ufeff"
"""Characters copied along with a setting: white space, line ends, quotes and invisible ones."""


def _address(base_url: str) -> str:
    """The address without what people copy along with it."""
    address = base_url.strip(PASTED).rstrip("/").removesuffix("/v1").rstrip("/")
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", address):
        raise ValueError("base_url must be the address of the service, such as https://api.example.com.")
    return address


def _well_formed(api_key: str) -> str:
    """The key without what people copy along with it."""
    key = api_key.strip(PASTED)
    # The error of the HTTP client would quote the key.
    if not re.fullmatch(r"[A-Za-z0-9_]+", key):
        raise ValueError("api_key must have only letters, digits and _, such as sd_live_…: copy it again.")
    return key


def _problem(response: requests.Response) -> dict[str, Any]:
    media_type = response.headers.get("Content-Type", "").split(";")[0].strip().lower()
    problem: dict[str, Any] = response.json() if media_type == "application/problem+json" else {}
    return problem


def _is_rate_limited(response: requests.Response) -> bool:
    # The daily quota is also a 429, but lasts until midnight UTC.
    is_quota = _problem(response).get("type") == "urn:sales-data:problem:quota-exceeded"
    return response.status_code == 429 and not is_quota


def _detail(response: requests.Response) -> str:
    problem = _problem(response)
    invalid = "".join(f" {error['parameter']}: {error['detail']}." for error in problem.get("errors", []))
    return f"{problem.get('detail', response.reason)}{invalid}"
