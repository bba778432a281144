"""Client of the Sales Data API."""

from ._api import ScanEnd
from ._async_client import AsyncSalesDataClient
from ._changes import ChangesPage
from ._client import SalesDataClient
from ._collections import CopyKind, Upsert
from ._copy import CopyBatch, CopyChange, CopyState, Removal
from ._errors import (
    ExportError,
    ImportFailedError,
    ProblemError,
    SalesDataError,
    UnexpectedResponseError,
    WebhookVerificationError,
)
from ._exports import Download
from ._retries import Retries
from ._webhooks import WebhookEvent, check_signing_secret, verify_webhook

__all__ = [
    "AsyncSalesDataClient",
    "ChangesPage",
    "CopyBatch",
    "CopyChange",
    "CopyKind",
    "CopyState",
    "Download",
    "ExportError",
    "ImportFailedError",
    "ProblemError",
    "Removal",
    "Retries",
    "SalesDataClient",
    "SalesDataError",
    "ScanEnd",
    "UnexpectedResponseError",
    "Upsert",
    "WebhookEvent",
    "WebhookVerificationError",
    "check_signing_secret",
    "verify_webhook",
]
