"""Webhook endpoints, for both clients."""

from __future__ import annotations

from uuid import UUID

from ._api import Api, path_segment
from ._types import CreateWebhookEndpointBody, IssuedWebhookEndpoint, WebhookEndpoint

PATH = "/v1/webhook-endpoint"


async def create_webhook_endpoint(
    api: Api, body: CreateWebhookEndpointBody, idempotency_key: str | None
) -> IssuedWebhookEndpoint:
    """Creates an endpoint. See `SalesDataClient.create_webhook_endpoint`."""
    endpoint: IssuedWebhookEndpoint = await api.post(PATH, body, idempotency_key)
    return endpoint


async def delete_webhook_endpoint(api: Api, id: str | UUID) -> WebhookEndpoint:
    """Deletes an endpoint, and returns it."""
    endpoint: WebhookEndpoint = await api.delete(f"{PATH}/{path_segment(id)}")
    return endpoint
