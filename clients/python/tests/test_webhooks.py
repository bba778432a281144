from __future__ import annotations

import base64
import json
import secrets
from datetime import datetime, timedelta, timezone

import pytest
from standardwebhooks import Webhook

from sales_data_client import WebhookVerificationError, check_signing_secret, verify_webhook

ID = "0b6f1f4e-6a3b-8f0e-9c55-0f7e3c1f2a11"
BODY = '{"type":"person.created","data":{"firstName":"Zoë 🙂","note":"a.b"}}\n'


def new_secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"


SECRET = new_secret()


def sign(*signing: str, age: float = 0, body: str = BODY, id: str = ID) -> dict[str, str]:
    """Sign a delivery with the public library."""
    time = datetime.now(tz=timezone.utc) - timedelta(seconds=age)
    return {
        "webhook-id": id,
        "webhook-timestamp": str(int(time.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(id, time, body) for secret in signing),
    }


@pytest.mark.parametrize("body", [BODY, BODY.encode()])
def test_accepts_what_the_public_library_signs(body: str | bytes) -> None:
    event = verify_webhook(SECRET, sign(SECRET), body)
    assert event == json.loads(BODY)
    assert event["type"] == "person.created"


def test_accepts_either_secret_during_a_rotation() -> None:
    old, new = new_secret(), new_secret()
    for known in (old, new, [old, new], [new, SECRET]):
        assert verify_webhook(known, sign(old, new), BODY)
    assert verify_webhook([old, new], sign(new), BODY)


def test_forgives_what_is_copied_along_with_the_secret() -> None:
    assert verify_webhook(f'"{SECRET}"\n', sign(SECRET), BODY)


def test_asks_for_the_raw_body() -> None:
    with pytest.raises(TypeError, match="raw body"):
        verify_webhook(SECRET, sign(SECRET), json.loads(BODY))


def test_ignores_the_case_of_header_names() -> None:
    headers = {name.title(): value for name, value in sign(SECRET).items()}
    assert verify_webhook(SECRET, headers, BODY)


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (sign(new_secret()), BODY),
        (sign(SECRET), BODY.strip()),
        ({**sign(SECRET), "webhook-id": "another"}, BODY),
        ({**sign(SECRET), "webhook-signature": ""}, BODY),
        ({**sign(SECRET), "webhook-signature": "v1,AAAA"}, BODY),
        ({**sign(SECRET), "webhook-signature": "v1,ä"}, BODY),
        ({**sign(SECRET), "webhook-signature": sign(SECRET)["webhook-signature"].replace("v1", "v2")}, BODY),
        (sign(SECRET, age=1), BODY.replace("Zoë", "Zoe")),
        ({}, BODY),
    ],
)
def test_rejects_what_the_service_did_not_sign(headers: dict[str, str], body: str) -> None:
    with pytest.raises(WebhookVerificationError):
        verify_webhook(SECRET, headers, body)


def test_rejects_another_timestamp_than_the_signed_one() -> None:
    headers = sign(SECRET)
    headers["webhook-timestamp"] = str(int(headers["webhook-timestamp"]) + 1)
    with pytest.raises(WebhookVerificationError, match="No signature"):
        verify_webhook(SECRET, headers, BODY)


@pytest.mark.parametrize("age", [400, -400])
def test_rejects_what_is_too_old_or_too_new(age: float) -> None:
    headers = sign(SECRET, age=age)
    with pytest.raises(WebhookVerificationError, match="more than 300 seconds off"):
        verify_webhook(SECRET, headers, BODY)
    assert verify_webhook(SECRET, headers, BODY, tolerance=500)


@pytest.mark.parametrize("timestamp", ["", "NaN", "1e9", "-1", "1_000", "١٢٣", "9" * 13])
def test_rejects_a_malformed_timestamp(timestamp: str) -> None:
    with pytest.raises(WebhookVerificationError, match="missing or malformed"):
        verify_webhook(SECRET, {**sign(SECRET), "webhook-timestamp": timestamp}, BODY)


def test_rejects_a_body_that_is_not_json() -> None:
    with pytest.raises(WebhookVerificationError, match="not JSON"):
        verify_webhook(SECRET, sign(SECRET, body="x"), "x")


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_ä", "whsec_a", [], ["whsec_!"]])
def test_rejects_a_malformed_secret(secret: str | list[str]) -> None:
    with pytest.raises(ValueError, match="secret"):
        verify_webhook(secret, sign(SECRET), BODY)


def test_checks_a_secret_at_the_start_of_a_receiver() -> None:
    check_signing_secret(f" {SECRET}\n")
    with pytest.raises(ValueError, match="from `whsec_` to its end") as error:
        check_signing_secret(SECRET[:-2])
    assert SECRET[6:-2] not in str(error.value)
