"""Loads people, companies, call lists, their entries and calls from the Sales Data API.

The first run reads the collections. Each later run follows the event feed from where the previous one
ended, which also covers deletions and erasures.
"""

from collections.abc import Iterator
from typing import Any

import dlt
from dlt.common import logger
from dlt.sources import DltResource

from .api import Api, CursorExpiredError
from .custom_fields import CustomFields
from .tables import CHANGE, TABLES, Table


@dlt.source(name="sales_data", root_key=True)
def sales_data_source(
    base_url: str = dlt.config.value,
    api_key: str = dlt.secrets.value,
) -> list[DltResource]:
    """One resource per table. Each has its own position in the event feed, so you can select any of them.

    Args:
        base_url: the address of the service, such as `https://api.example.com`
        api_key: needs `event:read`. Tables that it may not list are skipped: they need `person:list`,
            `company:list`, `call-list:read` and `call:read`
    """
    api = Api(base_url, api_key)
    return [_resource(api, table) for table in TABLES]


def _resource(api: Api, table: Table) -> DltResource:
    resource: DltResource = dlt.resource(
        _changes,
        name=table.name,
        primary_key="id",
        write_disposition="merge",
        columns=table.columns,
        nested_hints=table.nested_hints,
    )(api, table)
    return resource


def _changes(api: Api, table: Table) -> Iterator[Any]:
    """Yields the changes since the previous run, or the whole collection if there are none to follow."""
    state = dlt.current.resource_state()
    # If it was loaded before, the run fails: the table would silently go stale.
    if "cursor" not in state and table.permission not in api.permissions:
        logger.warning(f"{table.name} is skipped: the API key lacks the permission {table.permission}.")
        return
    custom_fields = CustomFields(api, table, state)
    if custom_fields.have_rows_without_column():
        logger.warning(f"Rows were loaded before their custom fields were listed. Reading all {table.name}.")
        state.pop("cursor", None)
    if "cursor" in state:
        try:
            page = _feed_page(api, table, state["cursor"])
        except CursorExpiredError:
            logger.warning(f"Events since the last run are no longer kept. Reading all {table.name}.")
            del state["cursor"]
        else:
            yield from _follow_feed(api, table, custom_fields, state, page)
            return
    # Replaces the table, because no event tells what was deleted before.
    hints = dlt.mark.make_hints(write_disposition="replace", columns=custom_fields.columns)
    yield dlt.mark.with_hints([], hints)
    state.pop("unlisted", None)
    yield from _read_collection(api, table, custom_fields, state)


def _read_collection(
    api: Api, table: Table, custom_fields: CustomFields, state: dict[str, Any]
) -> Iterator[list[dict[str, Any]]]:
    # Records that change meanwhile come again, and `replace` does not deduplicate. The feed has the change.
    seen: set[bytes] = set()
    params: dict[str, Any] = {"limit": table.page_size, "sort": "changedAt", "count": "none"}
    while True:
        page = api.get(table.path, params)
        records = []
        for record in page["items"]:
            key = bytes.fromhex(record["id"].replace("-", ""))
            if key not in seen:
                seen.add(key)
                records.append(custom_fields.with_columns(record))
        yield records
        if "nextCursor" not in page:
            # Stands a minute before the first page, so no change since then is missed.
            state["cursor"] = page["eventCursor"]
            return
        params["cursor"] = page["nextCursor"]


def _feed_page(api: Api, table: Table, cursor: str) -> dict[str, Any]:
    return api.get("event", {"types": f"{table.event_prefix}.*", "limit": 1000, "cursor": cursor})


def _follow_feed(
    api: Api, table: Table, custom_fields: CustomFields, state: dict[str, Any], page: dict[str, Any]
) -> Iterator[Any]:
    columns = {**CHANGE, **custom_fields.columns}
    yield dlt.mark.with_hints([], dlt.mark.make_hints(write_disposition="merge", columns=columns))
    position = 0
    while True:
        rows = []
        for event in page["items"]:
            position += 1
            if event["type"].endswith((".deleted", ".erased")):
                rows.append({"id": event["data"]["id"], "_deleted": True, "_position": position})
            else:
                row = custom_fields.with_columns({**event["data"], "_position": position})
                rows.append({name: row[name] for name in row if name not in table.only_in_events})
        yield rows
        # dlt commits it with the load package that has the rows, or not at all.
        state["cursor"] = page["nextCursor"]
        if not page["hasMore"]:
            return
        # If this cursor has expired, the run fails: the rows above are changes, which replace no table.
        page = _feed_page(api, table, state["cursor"])
