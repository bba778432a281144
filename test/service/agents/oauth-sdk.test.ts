import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { toolNames } from '../../support/agents/mcp.ts';
import { ADDRESSES, allow, connectAs, revokeToken } from '../../support/agents/oauth-flow.ts';
import { describeAdmin, newOrganization } from '../../support/organizations/admin.ts';

const { admin: user } = await newOrganization();

const CALLBACK = 'http://127.0.0.1:43210/callback';
const PERMISSIONS = ['person:read', 'person:list'];

/** What a program remembers that connects with the official TypeScript SDK. */
const createProvider = () => {
  let client: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  let opened: URL | undefined;
  return {
    provider: {
      redirectUrl: CALLBACK,
      clientMetadata: { client_name: 'SDK', redirect_uris: [CALLBACK] },
      clientInformation: () => client,
      saveClientInformation: (information) => {
        client = information;
      },
      tokens: () => tokens,
      saveTokens: (saved) => {
        tokens = saved;
      },
      redirectToAuthorization: (url) => {
        opened = url;
      },
      saveCodeVerifier: (saved) => {
        verifier = saved;
      },
      codeVerifier: () => verifier,
      saveDiscoveryState: (state) => {
        discovered = state;
      },
      discoveryState: () => discovered,
      invalidateCredentials: () => {
        tokens = undefined;
      },
    } satisfies OAuthClientProvider,
    openedUrl: () => String(opened),
    tokens: (): StoredOAuthTokens => {
      if (tokens === undefined) throw new Error('There are no tokens.');
      return tokens;
    },
    expireAccessToken: async () => {
      // Tokens last an hour. That of a revoked app is refused like an expired one.
      const { access_token, refresh_token } = await connectAs(user);
      await revokeToken(refresh_token);
      if (tokens !== undefined) tokens = { ...tokens, access_token };
    },
  };
};

const connect = async (provider: OAuthClientProvider) => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(ADDRESSES.resource), {
    authProvider: provider,
  });
  return { client, transport, connected: client.connect(transport) };
};

/** Connects an app from nothing but the address, as its user does. */
const connectFirst = async (program: ReturnType<typeof createProvider>): Promise<Client> => {
  const { transport, connected } = await connect(program.provider);
  await expect(connected).rejects.toThrow(UnauthorizedError);
  const { searchParams } = new URL(await allow(program.openedUrl(), user, PERMISSIONS));
  await transport.finishAuth(searchParams);
  const { client, connected: again } = await connect(program.provider);
  await again;
  return client;
};

describeAdmin('the official TypeScript SDK', () => {
  it('connects from nothing but the address, and keeps an app connected', async () => {
    const program = createProvider();
    const client = await connectFirst(program);
    expect(await toolNames(client)).toContain('find_people');
    const first = program.tokens();
    await program.expireAccessToken();
    expect(await toolNames(client)).toContain('find_people');
    expect(program.tokens().access_token).not.toBe(first.access_token);
    expect(program.tokens().refresh_token).not.toBe(first.refresh_token);
  });

  it('asks the user again once the app is revoked', async () => {
    const program = createProvider();
    const client = await connectFirst(program);
    const opened = program.openedUrl();
    await revokeToken(program.tokens().refresh_token ?? '');
    await expect(client.listTools()).rejects.toThrow(UnauthorizedError);
    expect(program.openedUrl()).not.toBe(opened);
  });

  it('rejects the response of another authorization server', async () => {
    const program = createProvider();
    const { transport, connected } = await connect(program.provider);
    await expect(connected).rejects.toThrow(UnauthorizedError);
    const { searchParams } = new URL(await allow(program.openedUrl(), user, PERMISSIONS));
    searchParams.set('iss', 'https://attacker.example');
    await expect(transport.finishAuth(searchParams)).rejects.toThrow('Issuer mismatch');
  });
});
