"""Verifying webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias, cast

from ._errors import WebhookVerificationError
from ._settings import PASTED
from ._types import Event, WebhookTestEvent

WebhookEvent: TypeAlias = Event | WebhookTestEvent
"""What an endpoint receives, discriminated by `type`."""


class Headers(Protocol):
    """Those of any framework, or a dict. Names may be in upper or lower case."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    secret: str | Sequence[str],
    headers: Headers,
    body: bytes | str,
    *,
    tolerance: float = 300,
) -> WebhookEvent:
    """
    Returns the event of a request that the service sent to your endpoint.

    Pass the raw body, byte for byte, before anything parses it.

    :param secret: the signing secret of the endpoint, `whsec_…`, or several of which one has to match
    :param tolerance: the largest difference between the request's timestamp and this machine's clock, in
        seconds
    :raises WebhookVerificationError: if the signature or the timestamp is invalid. Respond with `400`
    :raises ValueError: if a secret is malformed
    :raises TypeError: if the body is neither bytes nor text
    """
    if not isinstance(body, (bytes, bytearray, memoryview, str)):
        raise TypeError("body must be the raw body, as bytes or text: pass it before anything parses it.")
    keys = [_key_of(each) for each in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise ValueError("Pass at least one signing secret.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    named = {name.lower(): value for name, value in headers.items()}
    message_id = named.get("webhook-id", "")
    timestamp = named.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The `webhook-timestamp` header is missing or malformed.")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError(
            f"The `webhook-timestamp` header is more than {tolerance:g} seconds off."
        )
    signed = f"{message_id}.{timestamp}.".encode() + content
    given = [value.encode() for value in named.get("webhook-signature", "").split(" ")]
    # Every combination is compared, so the duration does not tell which one matches.
    matches = [hmac.compare_digest(each, _signature_of(key, signed)) for key in keys for each in given]
    if not any(matches):
        raise WebhookVerificationError("No signature in the `webhook-signature` header matches.")
    try:
        return cast(WebhookEvent, json.loads(content))
    except ValueError as error:
        raise WebhookVerificationError("The body is not JSON.") from error


def check_signing_secret(secret: str) -> None:
    """
    Ends a receiver that could verify nothing when it starts, rather than at its first delivery.

    :raises ValueError: if the secret is malformed, without quoting it
    """
    _key_of(secret)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.strip(PASTED).removeprefix("whsec_"), validate=True)
    except ValueError as error:
        raise ValueError("The signing secret is malformed: copy it from `whsec_` to its end.") from error
    if not key:
        raise ValueError("The signing secret is empty.")
    return key


def _signature_of(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
