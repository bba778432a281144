import { readFileSync, writeFileSync } from 'node:fs';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, describe, expect, it } from 'vitest';
import { startCognito } from '../../../../infra/local/cognito/cognito.ts';
import { StartError } from '../../../../infra/local/process/start-error.ts';
import { createBrowser } from '../../../support/clients/browser.ts';
import { requestTokens, signIn } from '../../../support/organizations/sign-in.ts';
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
  it('signs in users that its control plane created', async () => {
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
        UserAttributes: [
          { Name: 'email', Value: EMAIL },
          { Name: 'custom:organization_id', Value: 'o1' },
        ],
        TemporaryPassword: PASSWORD,
        MessageAction: 'SUPPRESS',
      }),
    );
    client.destroy();
    const request = { ...requestOf(cognito), email: EMAIL, password: PASSWORD };
    const { idToken, accessToken } = await signIn(request);
    const claims = await cognito.verifyToken(idToken, undefined);
    expect(claims).toMatchObject({ email: EMAIL, 'custom:organization_id': 'o1' });
    expect(await cognito.verifyToken(accessToken, undefined)).toBeUndefined();
    expect(await cognito.verifyToken(idToken, /^other$/)).toBeUndefined();
  });

  it('keeps its users across a restart', async () => {
    const before = await start();
    await addUser(before, EMAIL);
    await before.stop();
    const after = await start({ usersFile: before.options.usersFile });
    await signIn({ ...requestOf(after), email: EMAIL, password: PASSWORD });
  });

  it('writes nothing to the console', async () => {
    const lines: unknown[][] = [];
    const { log, info, warn, error, debug } = console;
    const capture = (...line: unknown[]) => void lines.push(line);
    Object.assign(console, { log: capture, info: capture, warn: capture, error: capture, debug: capture });
    try {
      const cognito = await start();
      await addUser(cognito, EMAIL);
      const { refreshToken } = await signIn({ ...requestOf(cognito), email: EMAIL, password: PASSWORD });
      const { signInUrl } = cognito;
      const client = { client_id: CLIENT_ID };
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

  it('does not overwrite a damaged file of users', async () => {
    const { options, stop } = await start();
    await stop();
    writeFileSync(options.usersFile, '{');
    await expect(startCognito(options)).rejects.toThrow(StartError);
    expect(readFileSync(options.usersFile, 'utf8')).toBe('{');
  });
});
