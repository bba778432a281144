from __future__ import annotations

import json
import uuid

import httpx
import pytest
from conftest import BASE_URL, Api, problem

from sales_data_client import ProblemError

ID = "7a4d1e7c-1111-4000-8000-000000000001"
NEW = {"url": "https://hooks.example/1", "eventTypes": ["person.*"]}


def test_creates_an_endpoint_with_a_key_that_retries_repeat(api: Api) -> None:
    created = httpx.Response(201, json={"id": ID, "secret": "whsec_x"})
    api.answers(httpx.Response(502), created)
    client = api.client()
    assert client.create_webhook_endpoint(NEW)["secret"] == "whsec_x"
    client.create_webhook_endpoint(NEW, idempotency_key="workflow-42")
    first, retry, own = api.requests
    assert (first.method, str(first.url)) == ("POST", f"{BASE_URL}/v1/webhook-endpoint")
    assert json.loads(first.content) == NEW
    assert uuid.UUID(first.headers["Idempotency-Key"])
    assert retry.headers["Idempotency-Key"] == first.headers["Idempotency-Key"]
    assert own.headers["Idempotency-Key"] == "workflow-42"


def test_lists_and_deletes_endpoints(api: Api) -> None:
    api.answers({"items": [1, 2], "nextCursor": "c1"}, {"items": [3]}, {"id": ID}, problem("not-found", 404))
    client = api.client()
    assert list(client.webhook_endpoints(limit=2)) == [1, 2, 3]
    assert api.queries == [{"limit": "2"}, {"limit": "2", "cursor": "c1"}]
    assert client.delete_webhook_endpoint(ID)["id"] == ID
    with pytest.raises(ProblemError) as raised:
        client.delete_webhook_endpoint(uuid.UUID(ID))
    assert raised.value.status == 404
    for request in api.requests[2:]:
        assert (request.method, str(request.url)) == ("DELETE", f"{BASE_URL}/v1/webhook-endpoint/{ID}")
