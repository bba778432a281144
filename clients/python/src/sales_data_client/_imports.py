"""Imports of rows and files, for both clients."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias
from uuid import UUID

import httpx

from ._api import Api, path_segment
from ._collections import FileKind, RowKind
from ._errors import ImportFailedError
from ._retries import with_jitter
from ._types import CreateImportBody, CreateImportBodySettings, Import

Rows: TypeAlias = Mapping[RowKind, Iterable[Mapping[str, Any]]]
Files: TypeAlias = Mapping[FileKind, "bytes | str | os.PathLike[str]"]

# One request takes so many rows and characters, less some for the rest.
_MAX_ROWS = 500
_MAX_CHARACTERS = 1_900_000

_FIRST_WAIT = 1.0
_GROWTH = 1.5
_LONGEST_WAIT = 30.0
_PART_BYTES = 1024 * 1024


class _Upload:
    """The content of a file."""

    def __init__(self, kind: str, content: bytes | str | os.PathLike[str], format: str | None) -> None:
        self._content = content
        digest = hashlib.sha256()
        size = 0
        with self.open() as file:
            while part := file.read(_PART_BYTES):
                digest.update(part)
                size += len(part)
        self.file: dict[str, Any] = {"kind": kind, "bytes": size, "sha256": digest.hexdigest()}
        if format is not None:
            self.file["format"] = format

    def open(self) -> BinaryIO:
        return BytesIO(self._content) if isinstance(self._content, bytes) else Path(self._content).open("rb")


async def create_import(api: Api, body: CreateImportBody, idempotency_key: str | None) -> Import:
    """Starts an import. See `SalesDataClient.create_import`."""
    created: Import = await api.post("/v1/import", body, idempotency_key)
    return created


async def read_import(api: Api, id: str | UUID) -> Import:
    """Returns an import."""
    found: Import = await api.get(f"/v1/import/{path_segment(id)}")
    return found


async def run_import(
    api: Api,
    source: str,
    rows: Rows | None,
    files: Files | None,
    settings: CreateImportBodySettings | None,
    idempotency_key: str | None,
) -> Import:
    """Imports rows or files, and waits for the end. See `SalesDataClient.run_import`."""
    if (rows is None) == (files is None):
        raise ValueError("Pass either `rows` or `files`.")
    body: dict[str, Any] = {"source": source, **({} if settings is None else {"settings": settings})}
    lists = None if rows is None else {kind: list(each) for kind, each in rows.items()}
    uploads = _uploads_of(lists, files)
    if lists is not None and not uploads:
        body["rows"] = lists
    else:
        body["files"] = [upload.file for upload in uploads]
    created: Import = await api.post("/v1/import", body, idempotency_key)
    for file in created["files"]:
        upload = next((each for each in uploads if each.file["kind"] == file["kind"]), None)
        url = file["uploadUrl"]
        # An earlier call with the same `idempotency_key` may have uploaded it.
        if upload is None or url is None:
            continue
        headers = {each["name"]: each["value"] for each in file["uploadHeaders"]}
        response = await api.upload(url, headers, upload.open, upload.file["bytes"])
        if not response.is_success:
            detail = f"{httpx.URL(url).host} responded with status {response.status_code}."
            raise ImportFailedError(created, f"The file of {file['kind']} cannot be uploaded: {detail}")
    return await wait_for_import(api, created["id"], created)


async def wait_for_import(api: Api, id: str | UUID, shown: Import | None = None) -> Import:
    """Waits for the end of an import. See `SalesDataClient.wait_for_import`."""
    shown = shown or await read_import(api, id)
    wait = _FIRST_WAIT
    while shown["state"] in ("awaiting_files", "queued", "running"):
        await api.wait(with_jitter(wait), None)
        wait = min(wait * _GROWTH, _LONGEST_WAIT)
        shown = await read_import(api, id)
    if shown["state"] in ("failed", "expired"):
        reason = shown["problem"] or "Start another one."
        raise ImportFailedError(shown, f"The import {id} has {shown['state']}: {reason}")
    return shown


def _json_line(row: Mapping[str, Any]) -> str:
    try:
        return json.dumps(row, allow_nan=False) + "\n"
    except ValueError as error:
        raise ValueError("JSON has no NaN: omit the field, or use None to empty its value.") from error


def _uploads_of(rows: Mapping[RowKind, list[Mapping[str, Any]]] | None, files: Files | None) -> list[_Upload]:
    """Returns the files of an import; none for rows that fit into one request."""
    if rows is None:
        return [_Upload(kind, content, None) for kind, content in (files or {}).items()]
    texts = {kind: "".join(map(_json_line, each)) for kind, each in rows.items()}
    count = sum(len(each) for each in rows.values())
    if count <= _MAX_ROWS and sum(map(len, texts.values())) <= _MAX_CHARACTERS:
        return []
    return [_Upload(_file_kind(kind), text.encode(), "jsonl") for kind, text in texts.items() if text]


def _file_kind(row_kind: str) -> str:
    return re.sub("[A-Z]", lambda match: f"-{match[0].lower()}", row_kind)
