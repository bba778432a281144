"""
How both clients share one implementation.

What requests mean is written once, with `async`, against `Io`. The asynchronous client runs it as it is. The
I/O of the synchronous client blocks instead of suspending, so `finish` and `iterate` complete such a
coroutine without an event loop.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import aclosing, closing
from typing import BinaryIO, Protocol, TypeVar

import httpx

T = TypeVar("T")

_PART_BYTES = 1024 * 1024


class Stop(Protocol):
    """Ends a loop: a `threading.Event`, or an `asyncio.Event`."""

    def is_set(self) -> bool: ...


class Io(Protocol):
    """What a client does with the outside world."""

    async def send(self, request: httpx.Request) -> httpx.Response: ...

    async def receive(self, request: httpx.Request, write: Callable[[bytes], object]) -> httpx.Response:
        """Sends a request without credentials, and writes the body of a success in parts."""

    def parts(self, file: BinaryIO) -> Iterator[bytes] | AsyncIterator[bytes]:
        """Reads a file that is sent."""

    async def wait(self, seconds: float, stop: Stop | None) -> None:
        """Waits for some seconds, or until `stop` is set."""


class SyncIo:
    """Blocks the thread."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return self._http.send(request, follow_redirects=False)

    async def receive(self, request: httpx.Request, write: Callable[[bytes], object]) -> httpx.Response:
        response = self._http.send(request, auth=None, follow_redirects=False, stream=True)
        with closing(response):
            if response.is_success:
                for part in response.iter_bytes(_PART_BYTES):
                    write(part)
        return response

    def parts(self, file: BinaryIO) -> Iterator[bytes]:
        return iter(lambda: file.read(_PART_BYTES), b"")

    async def wait(self, seconds: float, stop: Stop | None) -> None:
        if isinstance(stop, threading.Event):
            stop.wait(seconds)
        else:
            time.sleep(seconds)  # noqa: ASYNC251


class AsyncIo:
    """Suspends the task."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return await self._http.send(request, follow_redirects=False)

    async def receive(self, request: httpx.Request, write: Callable[[bytes], object]) -> httpx.Response:
        response = await self._http.send(request, auth=None, follow_redirects=False, stream=True)
        async with aclosing(response):
            if response.is_success:
                async for part in response.aiter_bytes(_PART_BYTES):
                    await asyncio.to_thread(write, part)
        return response

    async def parts(self, file: BinaryIO) -> AsyncIterator[bytes]:
        while part := await asyncio.to_thread(file.read, _PART_BYTES):
            yield part

    async def wait(self, seconds: float, stop: Stop | None) -> None:
        if not isinstance(stop, asyncio.Event):
            await asyncio.sleep(seconds)
            return
        try:
            await asyncio.wait_for(stop.wait(), seconds)
        except asyncio.TimeoutError:
            return


def finish(awaitable: Awaitable[T]) -> T:
    """Runs what never suspends, because its I/O is `SyncIo`, and returns its result."""
    iterator = awaitable.__await__()
    try:
        next(iterator)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise RuntimeError("The synchronous client suspended.")


def iterate(generator: AsyncGenerator[T, None]) -> Generator[T, None, None]:
    """Yields the items of a generator that never suspends."""
    try:
        while True:
            try:
                item = finish(generator.__anext__())
            except StopAsyncIteration:
                return
            yield item
    finally:
        finish(generator.aclose())
