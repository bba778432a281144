import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  LimitExceededException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../../infra/local/cognito/control-plane.ts';
import { openPoolProviders } from '../../../infra/local/cognito/pool/own-providers.ts';
import { isPassword } from '../../../infra/local/cognito/users/password-hash.ts';
import { openUserStore, type UserStore } from '../../../infra/local/cognito/users/user-store.ts';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { createUserDirectory } from '../../../shared/organizations/users/user-directory.ts';

const POOL = 'local_pool';
const INVITATION = {
  organizationId: '8f1c2d3e-0000-4000-8000-000000000001',
  email: 'a@b.example',
  role: 'admin',
} as const;

let folder: string;
let users: UserStore;
let server: ReturnType<typeof createControlPlane>;
let client: CognitoIdentityProviderClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'directory-'));
  users = openUserStore(join(folder, 'users.json'));
  server = createControlPlane({
    pool: {
      id: POOL,
      client: { id: 'local_client', callbackUrls: [], logoutUrls: [] },
      groups: ['admin', 'member'],
      invitation: { subject: '', text: '' },
      attributes: ['email', 'email_verified', 'custom:organization_id'],
      minimumPasswordLength: 12,
    },
    users,
    providers: openPoolProviders(join(folder, 'providers.json'), {
      client: { id: 'local_client' },
      providers: [
        {
          ...{ name: 'acme', identifiers: ['acme.example', 'acme.test'], mapping: {} },
          ...{ issuer: 'https://acme.example', clientId: 'a', clientSecret: 'b', scope: 'openid' },
        },
      ],
    }),
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'eu-central-1',
    signIdToken: async () => '',
    sendMail: () => undefined,
    onError: (error) => expect.fail(String(error)),
  });
  client = new CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
});
afterEach(async () => {
  client.destroy();
  await closeServer(server);
  rmSync(folder, { recursive: true });
});

/** Makes the SDK repeat each creation of a user once. */
const loseFirstResponses = (): void => {
  const lost = new Set<unknown>();
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const output = await next(args);
        if (commandName !== 'AdminCreateUserCommand' || lost.has(args.input)) return output;
        lost.add(args.input);
        throw Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' });
      },
    { step: 'finalizeRequest', priority: 'low' },
  );
};

describe('an invitation', () => {
  it('recovers an invitation whose response was lost, with its password and role', async () => {
    loseFirstResponses();
    const temporaryPassword = 'Correct-horse-1';
    const invited = await createUserDirectory(client, POOL).invite({ ...INVITATION, temporaryPassword });
    const stored = users.byEmail(INVITATION.email);
    expect(invited).toEqual({
      id: stored?.sub,
      organizationId: INVITATION.organizationId,
      existed: false,
    });
    expect(stored?.groups).toEqual(['admin']);
    expect(await isPassword(temporaryPassword, stored?.passwordHash)).toBe(true);
  });

  it.each([
    new CodeDeliveryFailureException({ message: 'No mail.', $metadata: {} }),
    new LimitExceededException({ message: 'Exceeded daily email limit.', $metadata: {} }),
  ])('creates the user with this role although Cognito could not send the email ($name)', async (unsent) => {
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const output = await next(args);
          if (commandName === 'AdminCreateUserCommand') throw unsent;
          return output;
        },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const invited = await createUserDirectory(client, POOL).invite(INVITATION);
    const stored = users.byEmail(INVITATION.email);
    expect(invited).toMatchObject({ id: stored?.sub, existed: false, mailError: { name: unsent.name } });
    expect(stored?.groups).toEqual(['admin']);
  });

  it('changes nothing for a user who exists', async () => {
    const directory = createUserDirectory(client, POOL);
    const { id } = await directory.invite(INVITATION);
    const before = users.byEmail(INVITATION.email);
    loseFirstResponses();
    const again = { ...INVITATION, role: 'member', temporaryPassword: 'Correct-horse-1' } as const;
    expect(await directory.invite(again)).toMatchObject({ id, existed: true });
    expect(users.byEmail(INVITATION.email)).toEqual(before);
  });
});
