"""The target: its settings, and one import per batch of a stream."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import requests
from singer_sdk import Target
from singer_sdk import typing as th
from singer_sdk.sinks import BatchSink
from urllib3.util import Retry

from tap_sales_data.streams import COLLECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

# Entries are imported with their call lists.
KINDS = {each.name: each.name.replace("_", "-") for each in COLLECTIONS if each.name != "call_list_entries"}
"""The kind of records of each stream."""

RUNNING = ("awaiting_files", "queued", "running")


class ImportFailedError(Exception):
    """An import that has failed, or a response of the API that says so."""


class SalesDataSink(BatchSink):
    """Imports the records of a stream.

    Flat records are imported as CSV: their columns are recognized as in exports of CRMs. Records with lists
    or objects are imported as JSON Lines, with the fields of the API.
    """

    max_size = 100_000
    include_sdc_metadata_properties = False

    @property
    def kind(self) -> str:
        """The kind of its records.

        Raises:
            ValueError: if the stream has no kind
        """
        name = self.config["kinds"].get(self.stream_name, self.stream_name)
        if name not in KINDS:
            msg = f"The stream {self.stream_name} is none of {', '.join(KINDS)}: name its kind in `kinds`."
            raise ValueError(msg)
        return KINDS[name]

    def process_batch(self, context: dict[str, Any]) -> None:
        """Import a batch."""
        for file_format, content in _files_of(context["records"]):
            self._import(file_format, content)

    def _import(self, file_format: str, content: bytes) -> None:
        digest = hashlib.sha256(content).hexdigest()
        file = {"kind": self.kind, "bytes": len(content), "sha256": digest, "format": file_format}
        shown = self._call("POST", "import", {"source": self.config["source"], "files": [file]})
        (uploaded,) = shown["files"]
        headers = {each["name"]: each["value"] for each in uploaded["uploadHeaders"]}
        _http().put(uploaded["uploadUrl"], data=content, headers=headers, timeout=600).raise_for_status()
        wait = 0.5
        while shown["state"] in RUNNING:
            time.sleep(wait)
            wait = min(wait * 1.5, 30)
            shown = self._call("GET", f"import/{shown['id']}")
        if shown["state"] not in ("completed", "awaiting_confirmation"):
            msg = f"The import {shown['id']} has {shown['state']}: {shown['problem']}"
            raise ImportFailedError(msg)
        deletions = shown["files"][0]["deletions"]
        if shown["state"] == "awaiting_confirmation":
            self.logger.warning("The import %s: %s", shown["id"], deletions["stopped"])
        for row in shown["rejected"]:
            self.logger.warning("The import %s rejected line %s: %s", shown["id"], row["line"], row["reason"])

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        address = str(self.config["base_url"]).strip().rstrip("/").removesuffix("/v1")
        headers = {"X-Api-Key": self.config["api_key"].strip(), "Idempotency-Key": str(uuid4())}
        # A redirect would receive the key.
        response = _http().request(
            method, f"{address}/v1/{path}", json=body, headers=headers, allow_redirects=False, timeout=60
        )
        if not response.ok:
            msg = f"{method} /v1/{path} responded with {response.status_code}: {response.text}"
            raise ImportFailedError(msg)
        shown: dict[str, Any] = response.json()
        return shown


def _http() -> requests.Session:
    """Repeats what is safe to repeat: an `Idempotency-Key` makes it so for a POST."""
    session = requests.Session()
    retry = Retry(
        10,
        backoff_factor=0.5,
        status_forcelist=(429, 500, 502, 503, 504),
        allowed_methods=None,
        raise_on_status=False,
    )
    for scheme in ("https://", "http://"):
        session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=retry))
    return session


def _files_of(rows: list[dict[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """The rows as files. Rows without a column are apart: a blank cell would empty the field."""
    by_columns: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        known = {
            name: value for name, value in row.items() if not name.startswith("_sdc_") or name == DELETED
        }
        by_columns.setdefault(tuple(known), []).append(known)
    for columns, alike in by_columns.items():
        if any(isinstance(value, list | dict) for row in alike for value in row.values()):
            yield "jsonl", "".join(json.dumps(row, default=str) + "\n" for row in alike).encode()
        else:
            text = io.StringIO()
            writer = csv.writer(text)
            writer.writerow(columns)
            writer.writerows([_cell(row[column]) for column in columns] for row in alike)
            yield "csv", text.getvalue().encode()


DELETED = "_sdc_deleted_at"
"""Marks a record that its source has deleted, for taps and for imports."""


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


class TargetSalesData(Target):
    """Singer target for the Sales Data API."""

    name = "target-sales-data"
    default_sink_class = SalesDataSink

    @property
    def max_parallelism(self) -> int:
        """One stream after the other, in their order: people name companies that come before them."""
        return 1

    config_jsonschema = th.PropertiesList(
        th.Property(
            "base_url",
            th.StringType,
            required=True,
            title="Base URL",
            description="The address of the service, such as `https://api.example.com`.",
        ),
        th.Property(
            "api_key",
            th.StringType,
            required=True,
            secret=True,
            title="API key",
            description="Needs `import:create`.",
        ),
        th.Property(
            "source",
            th.StringType,
            required=True,
            title="Source",
            description="The system that the records come from.",
        ),
        th.Property(
            "kinds",
            th.ObjectType(additional_properties=th.StringType),
            default={},
            title="Kinds",
            description='What streams with other names contain, such as `{"contacts": "people"}`.',
        ),
    ).to_dict()


if __name__ == "__main__":
    TargetSalesData.cli()
