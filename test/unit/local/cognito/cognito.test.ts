import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { startCognito } from '../../../../infra/local/cognito/cognito.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import { StartError } from '../../../../infra/local/process/start-error.ts';
import { createBrowser } from '../../../support/browser.ts';
import { requestTokens, signIn } from '../../../support/sign-in.ts';
import {
  addUser,
  CLIENT_ID,
  PASSWORD,
  POOL_ID,
  requestOf,
  type SmallCognito,
  startSmallCognito,
} from './small-user-pool.ts';

const EMAIL = 'ada@example.com';

const started: SmallCognito[] = [];
const start = async (changes?: Parameters<typeof startSmallCognito>[0]): Promise<SmallCognito> => {
  const cognito = await startSmallCognito(changes);
  started.push(cognito);
  return cognito;
};

afterEach(async () => {
  for (const cognito of started.splice(0)) await cognito.stop();
});

describe('the user pool', () => {
  it('lets those sign in whom its control plane created', async () => {
    const cognito = await start();
    const client = new CognitoIdentityProviderClient({
      endpoint: cognito.controlPlaneUrl,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    await client.send(
      new AdminCreateUserCommand({
        UserPoolId: POOL_ID,
        Username: EMAIL,
        UserAttributes: [{ Name: 'custom:organization_id', Value: 'o1' }],
      }),
    );
    client.destroy();
    const password = cognito.invitations[0]?.temporaryPassword ?? '';
    const { idToken, accessToken } = await signIn({ ...requestOf(cognito), email: EMAIL, password });
    const verified = await cognito.createVerifier().verify(idToken);
    expect(verified?.claims).toMatchObject({ email: EMAIL, 'custom:organization_id': 'o1' });
    expect(await cognito.createVerifier().verify(accessToken)).toBeUndefined();
    expect(await cognito.createVerifier(/^other$/).verify(idToken)).toBeUndefined();
  });

  it('keeps its users and its key over a restart, so that tokens stay valid', async () => {
    const before = await start();
    await addUser(before, EMAIL);
    const request = { email: EMAIL, password: PASSWORD };
    const { idToken } = await signIn({ ...requestOf(before), ...request });
    await before.stop();
    const port = Number(new URL(before.signInUrl).port);
    const after = await start({ files: before.options.files, port });
    expect(after.issuer).toBe(before.issuer);
    expect(await after.createVerifier().verify(idToken)).toBeDefined();
    await signIn({ ...requestOf(after), ...request });
  });

  it('has a discovery document that leads to everything', async () => {
    const cognito = await start();
    await addUser(cognito, EMAIL);
    const answer = await fetch(`${cognito.issuer}/.well-known/openid-configuration`);
    const document = Object(await answer.json());
    expect(document.issuer).toBe(cognito.issuer);
    const { idToken } = await signIn({ ...requestOf(cognito), email: EMAIL, password: PASSWORD });
    const keys = createRemoteJWKSet(new URL(document.jwks_uri));
    const { payload } = await jwtVerify(idToken, keys, { issuer: document.issuer, audience: CLIENT_ID });
    expect(payload['email']).toBe(EMAIL);
    for (const [name, url] of Object.entries(document)) {
      if (!name.endsWith('_endpoint')) continue;
      expect(String(url)).toMatch(cognito.signInUrl);
      const method = /token|revocation/.test(name) ? 'POST' : 'GET';
      expect((await fetch(String(url), { method })).status, name).not.toBe(404);
    }
  });

  it('writes nothing to the console, whatever happens', async () => {
    const lines: unknown[][] = [];
    const { log, info, warn, error, debug } = console;
    const capture = (...line: unknown[]) => void lines.push(line);
    Object.assign(console, { log: capture, info: capture, warn: capture, error: capture, debug: capture });
    try {
      const cognito = await start();
      await addUser(cognito, EMAIL);
      const { refreshToken, accessToken } = await signIn({
        ...requestOf(cognito),
        email: EMAIL,
        password: PASSWORD,
      });
      const { signInUrl } = cognito;
      const client = { client_id: CLIENT_ID };
      const headers = { Origin: 'https://attacker.example', Authorization: `Bearer ${accessToken}` };
      await fetch(`${signInUrl}/oauth2/userInfo`, { headers });
      await requestTokens(
        signInUrl,
        { ...client, grant_type: 'refresh_token', refresh_token: refreshToken },
        { Origin: 'https://attacker.example' },
      );
      const body = new URLSearchParams({ ...client, token: refreshToken });
      await fetch(`${signInUrl}/oauth2/revoke`, { method: 'POST', body });
      await fetch(`${signInUrl}/oauth2/revoke`, { method: 'POST', body: '{' });
      await createBrowser().get(`${signInUrl}/oauth2/authorize`);
      await createBrowser().get(`${signInUrl}/oauth2/authorize/unknown`);
      await createBrowser().get(`${signInUrl}/nothing`);
      expect(cognito.errors).toEqual([]);
    } finally {
      Object.assign(console, { log, info, warn, error, debug });
    }
    expect(lines).toEqual([]);
  });

  it('says which port it cannot have, and leaves nothing running', async () => {
    const { options } = await start();
    const other = createServer();
    const port = await listen(other);
    const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    const before = servers();
    await expect(startCognito({ ...options, port })).rejects.toThrow(
      `Port ${port} is already in use: set SIGN_IN_PORT to another one`,
    );
    await expect.poll(servers).toBe(before);
    await new Promise((resolve) => other.close(resolve));
  });

  it('does not start over damaged users', async () => {
    const { options, stop } = await start();
    await stop();
    writeFileSync(options.files.users, '{');
    await expect(startCognito(options)).rejects.toThrow(StartError);
    expect(readFileSync(options.files.users, 'utf8')).toBe('{');
  });
});
