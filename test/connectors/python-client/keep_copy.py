"""
Keeps a copy in the SQLite database of its first argument, as an integrator's job does.

usage: keep_copy.py DATABASE sync|async [--follow] [--kill before|after]

With `--kill` it kills itself at its first batch, before or after the commit.
"""

import argparse
import asyncio
import json
import os
import signal
import sqlite3
import threading

from sales_data_client import AsyncSalesDataClient, CopyBatch, CopyState, Retries, SalesDataClient

parser = argparse.ArgumentParser()
parser.add_argument("database")
parser.add_argument("client", choices=["sync", "async"])
parser.add_argument("--follow", action="store_true")
parser.add_argument("--kill", choices=["before", "after"])
options = parser.parse_args()

db = sqlite3.connect(options.database)
db.executescript("""
    CREATE TABLE IF NOT EXISTS record (kind, id, scan, data, PRIMARY KEY (kind, id));
    CREATE TABLE IF NOT EXISTS erased (id);
    CREATE TABLE IF NOT EXISTS state (name PRIMARY KEY, value);
""")


def load() -> CopyState | None:
    row = db.execute("SELECT value FROM state").fetchone()
    state: CopyState | None = json.loads(row[0]) if row else None
    return state


def store(batch: CopyBatch) -> None:
    with db:
        for change in batch.changes:
            if change.action == "upsert":
                values = (change.kind, change.id, batch.scan, json.dumps(change.data))
                db.execute("REPLACE INTO record VALUES (?, ?, ?, ?)", values)
                continue
            db.execute("DELETE FROM record WHERE kind = ? AND id = ?", (change.kind, change.id))
            if change.action == "erase":
                db.execute("INSERT INTO erased VALUES (?)", (change.id,))
        db.execute("DELETE FROM record WHERE scan < ?", (batch.delete_scans_before or 0,))
        db.execute("REPLACE INTO state VALUES ('copy', ?)", (json.dumps(batch.state),))
        if options.kill == "before":
            os.kill(os.getpid(), signal.SIGKILL)
    if options.kill == "after":
        os.kill(os.getpid(), signal.SIGKILL)
    print("next" in batch.state, flush=True)


address = (os.environ["BASE_URL"], os.environ["API_KEY"])
retries = Retries(attempts=20)


def run() -> None:
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with SalesDataClient(*address, retries=retries) as client:
        client.copy(store=store, state=load(), follow=options.follow, poll_seconds=3_600, stop=stop)


async def run_async() -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with AsyncSalesDataClient(*address, retries=retries) as client:
        await client.copy(store=store, state=load(), follow=options.follow, poll_seconds=3_600, stop=stop)


if options.client == "sync":
    run()
else:
    asyncio.run(run_async())
