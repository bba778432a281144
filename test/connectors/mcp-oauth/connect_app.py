"""Connects an app with the official Python SDK, from nothing but the address of the MCP server.

Prints the address that the user opens, reads the address to which the user returns, and prints the tools.
"""

import asyncio
import sys
from urllib.parse import parse_qs, urlsplit

from httpx2 import AsyncClient
from mcp import ClientSession
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, TokenStorage
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken


class Memory(TokenStorage):
    """What the program remembers until it ends."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        """Return the tokens."""
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Keep the tokens."""
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the registration."""
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep the registration."""
        self.client = client_info


async def open_page(url: str) -> None:
    """Have the user open the page."""
    print(f"open {url}", flush=True)


async def returned() -> AuthorizationCodeResult:
    """Wait until the user returns."""
    line = await asyncio.to_thread(sys.stdin.readline)
    query = {name: values[0] for name, values in parse_qs(urlsplit(line.strip()).query).items()}
    return AuthorizationCodeResult(code=query["code"], state=query["state"], iss=query["iss"])


async def list_tools(url: str, auth: OAuthClientProvider) -> None:
    """Print the names of the tools."""
    async with (
        AsyncClient(auth=auth, timeout=30) as client,
        streamable_http_client(url, http_client=client) as (read, write),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = (await session.list_tools()).tools
    print("tools", *sorted(tool.name for tool in tools), flush=True)


async def main(url: str) -> None:
    """Connect the app, and use it again once its access token is expired."""
    metadata = OAuthClientMetadata(
        client_name="Python SDK", redirect_uris=["http://localhost:43211/callback"]
    )
    auth = OAuthClientProvider(url, metadata, Memory(), redirect_handler=open_page, callback_handler=returned)
    await list_tools(url, auth)
    first = auth.context.current_tokens
    # As an hour later.
    auth.context.token_expiry_time = 1
    await list_tools(url, auth)
    second = auth.context.current_tokens
    assert first is not None
    assert second is not None
    print("refreshed", first.refresh_token != second.refresh_token, flush=True)


asyncio.run(main(sys.argv[1]))
