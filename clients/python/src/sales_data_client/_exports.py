"""Exports and their files, for both clients."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import httpx

from ._api import Api, path_segment
from ._errors import ExportError
from ._retries import with_jitter
from ._types import CreateExportBody, Export, ExportFile

_FIRST_WAIT = 1.0
"""Seconds between the first polls of an export. Each wait is longer than the one before."""
_GROWTH = 1.5
_LONGEST_WAIT = 30.0


@dataclass(frozen=True)
class Download:
    """A completed export, and its verified files."""

    export: Export
    event_cursor: str
    """The `cursor` for `changes`, which has all changes that the files may lack, without a gap."""
    paths: Sequence[Path]
    """The files, in order. Each record is in one of them, once."""


class _PartFile:
    """A file that is being written, under a temporary name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f".{path.name}.{uuid4().hex}.part")
        self._file = self._part.open("wb")
        self.start()

    def start(self) -> None:
        """Empties the file."""
        self._file.seek(0)
        self._file.truncate()
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, content: bytes) -> None:
        self._file.write(content)
        self._hash.update(content)
        self.size += len(content)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def finish(self) -> None:
        """Gives the file its name, also if that replaces another file."""
        self._file.close()
        self._part.replace(self._path)

    def close(self) -> None:
        """Deletes the file unless it has its name."""
        self._file.close()
        self._part.unlink(missing_ok=True)


async def create_export(api: Api, body: CreateExportBody, idempotency_key: str | None) -> Export:
    """Starts an export. See `SalesDataClient.create_export`."""
    export: Export = await api.post("/v1/export", body, idempotency_key)
    return export


async def read_export(api: Api, id: str | UUID) -> Export:
    """Returns an export."""
    export: Export = await api.get(f"/v1/export/{path_segment(id)}")
    return export


async def download(
    api: Api,
    source: CreateExportBody | str | UUID,
    directory: str | os.PathLike[str],
    idempotency_key: str | None,
) -> Download:
    """Waits for an export, and downloads its files. See `SalesDataClient.download`."""
    if isinstance(source, (str, UUID)):
        export = await read_export(api, source)
    else:
        export = await create_export(api, source, idempotency_key)
    wait = _FIRST_WAIT
    while export["state"] in ("queued", "running"):
        await api.wait(with_jitter(wait), None)
        wait = min(wait * _GROWTH, _LONGEST_WAIT)
        export = await read_export(api, export["id"])
    event_cursor = _event_cursor_of(export)
    folder = _created(directory)
    paths = []
    for index in range(len(export["files"])):
        # The addresses that the export had before may have expired during the downloads.
        current = await read_export(api, export["id"])
        _event_cursor_of(current)
        paths.append(await _download_file(api, current, current["files"][index], folder))
    return Download(export, event_cursor, paths)


def _created(directory: str | os.PathLike[str]) -> Path:
    path = Path(directory)
    path.mkdir(parents=True, exist_ok=True)
    return path


def _event_cursor_of(export: Export) -> str:
    """Returns the cursor of an export that has ended. Raises ExportError unless it has files."""
    cursor = export["eventCursor"]
    if export["state"] == "completed" and cursor is not None:
        return cursor
    end = "has expired" if export["state"] == "expired" else "has failed"
    reason = export["problem"] or "Start another export."
    raise ExportError(export, f"The export {export['id']} {end}: {reason}")


async def _download_file(api: Api, export: Export, file: ExportFile, folder: Path) -> Path:
    """Returns the path of the verified file."""
    # The name of a file alone: nothing is written outside of the directory.
    path = folder / Path(file["name"]).name
    title = f"The file {file['name']} of the export {export['id']}"
    part = _PartFile(path)
    try:
        response = await api.receive(file["url"], part.start, part.write)
        if not response.is_success:
            host = httpx.URL(file["url"]).host
            detail = f"{host} responded with status {response.status_code}."
            raise ExportError(export, f"{title} cannot be downloaded: {detail}")
        if part.size != file["bytes"]:
            detail = f"it has {part.size} bytes instead of {file['bytes']}"
            raise ExportError(export, f"{title} is damaged: {detail}. Download it again.")
        if part.sha256 != file["sha256"]:
            raise ExportError(export, f"{title} is damaged: its SHA-256 differs. Download it again.")
        part.finish()
    finally:
        part.close()
    return path
