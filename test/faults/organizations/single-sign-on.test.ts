import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { useBundlesOf } from '../../../infra/constructs/platform/function-bundle.ts';
import { type Browser, createBrowser } from '../../support/clients/browser.ts';
import { send } from '../../support/http/http.ts';
import {
  CLIENT_ID,
  type ProviderUser,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../support/organizations/identity-provider.ts';
import { createOrganizationAdmin, type SampleUser } from '../../support/organizations/organization-users.ts';
import { authorizationUrl, createPkce, requestTokens, signIn } from '../../support/organizations/sign-in.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { registerSecrets } from '../../support/values/secrets.ts';

interface Joined {
  readonly action: string;
  readonly actor: { readonly name: string };
}

/** The organizations of two providers. */
const ACME = randomUUID();
const INITECH = randomUUID();

const ADA: ProviderUser = { sub: 'Ada-1', email: 'ada@acme.example', groups: ['everyone', 'sales-admins'] };
const BOB: ProviderUser = { sub: 'bob-2', email: 'Bob@acme.example', groups: ['sales', 'others'] };

let acme: TestIdentityProvider;
let initech: TestIdentityProvider;
let assembly: string;
let runner: RunnerProcess;
let outputs: Readonly<Record<string, string>>;
/** A user of Initech with a password. */
let native: SampleUser;

const providerOf = (name: string, { issuer }: TestIdentityProvider) => ({
  name,
  type: 'oidc' as const,
  emailDomains: [`${name}.example`],
  issuer,
  clientId: CLIENT_ID,
  clientSecretName: `sales-data/${name}`,
});

beforeAll(async () => {
  useBundlesOf(inject('assembly'));
  acme = await startIdentityProvider(ADA, { inIdToken: true });
  initech = await startIdentityProvider(ADA, { inIdToken: false });
  assembly = synthesizeAssembly({
    identityProviders: [providerOf('acme', acme), providerOf('initech', initech)],
  });
  runner = await startRunnerProcess({
    assembly,
    environment: {
      IDENTITY_PROVIDER_SECRETS: JSON.stringify({
        'sales-data/acme': acme.clientSecret,
        'sales-data/initech': initech.clientSecret,
      }),
    },
  });
  outputs = JSON.parse(readFileSync(join(runner.dataDirectory, 'runner.json'), 'utf8')).outputs;
  await Promise.all([acme.connect(signInUrl()), initech.connect(signInUrl())]);
  const tools = { toolArguments: [], toolEnvironment: { DATA_DIR: runner.dataDirectory } };
  await createOrganizationAdmin(ACME, tools);
  native = await createOrganizationAdmin(INITECH, tools);
  await connectProvider('acme', ACME);
  await connectProvider('initech', INITECH);
});
afterAll(async () => {
  await runner.stop();
  await Promise.all([acme.stop(), initech.stop()]);
  rmSync(assembly, { recursive: true, force: true });
});

/** Connects a provider to an organization, as operators do. */
const connectProvider = (name: string, organizationId: string) =>
  runToolHere(
    'organizations',
    [
      ...['connect-provider', '--organization', organizationId, '--provider', name],
      ...['--admin-group', 'sales-admins', '--member-group', 'sales'],
    ],
    { DATA_DIR: runner.dataDirectory },
  );

const output = (name: string): string => outputs[name] ?? '';
const signInUrl = (): string => output('SignInUrl');
const application = () => ({
  signInUrl: signInUrl(),
  clientId: output('UserPoolClientId'),
  redirectUri: output('ConsoleUrl'),
});

/** Follows a sign-in with a provider to the console. */
const visit = (parameters: Readonly<Record<string, string>>, browser: Browser = createBrowser()) => {
  const url = authorizationUrl(application(), { state: 'state', ...parameters });
  return browser.follow(url, output('ConsoleUrl'));
};

/** The ID and refresh token of a sign-in with a provider. */
const tokensOf = async (parameters: Readonly<Record<string, string>>, browser?: Browser) => {
  const { verifier, challenge } = createPkce();
  const { location = '', text } = await visit({ ...parameters, code_challenge: challenge }, browser);
  const code = new URL(location).searchParams.get('code');
  if (code === null) throw new Error(`Not signed in: ${location} ${text}`);
  const { clientId, redirectUri } = application();
  const response = await requestTokens(signInUrl(), {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  const tokens = JSON.parse(await response.text());
  registerSecrets(runner.dataDirectory, { idToken: tokens.id_token, refreshToken: tokens.refresh_token });
  return { idToken: String(tokens.id_token), refreshToken: String(tokens.refresh_token) };
};

/** Signs a user in with Acme's provider. */
const asUserOfAcme = (user: ProviderUser) => {
  acme.user = user;
  return tokensOf({ identity_provider: 'acme' });
};

/** Waits until a sign-in is later than that of a token, whose time is in seconds. */
const untilLater = async (idToken: string): Promise<void> => {
  const { auth_time: signedInAt } = decodeJwt<{ auth_time: number }>(idToken);
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(signedInAt);
};

const refresh = async (refreshToken: string): Promise<string> => {
  const parameters = { grant_type: 'refresh_token', client_id: application().clientId };
  const response = await requestTokens(signInUrl(), { ...parameters, refresh_token: refreshToken });
  return JSON.parse(await response.text()).id_token;
};

const callAdmin = async (idToken: string, path: string, method = 'GET', body?: object) => {
  const { status, text } = await send(output('AdminUrl') + path, {
    method,
    headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = JSON.parse(text);
  return { status, json, detail: json.detail };
};

/** Notes the sign-in, as the console does. */
const session = (idToken: string) => callAdmin(idToken, '/session');

const userNamed = async (idToken: string, email: string) =>
  (await callAdmin(idToken, '/users')).json.items.find(
    (user: { email: string; identityProvider: string | null }) =>
      user.email === email && user.identityProvider !== null,
  );

describe('signing in with the provider of an organization', () => {
  it('grants the role of a group, in the organization of the provider', async () => {
    const { idToken } = await asUserOfAcme(ADA);
    expect((await session(idToken)).json).toMatchObject({
      email: 'ada@acme.example',
      role: 'admin',
      organization: { id: ACME },
    });
    const bob = await asUserOfAcme(BOB);
    expect((await session(bob.idToken)).json).toMatchObject({ email: 'bob@acme.example', role: 'member' });
    expect((await callAdmin(bob.idToken, '/users')).status).toBe(403);
    expect(await userNamed(idToken, 'bob@acme.example')).toMatchObject({
      role: 'member',
      status: 'active',
      identityProvider: 'acme',
      invitedBy: null,
    });
    const { json } = await callAdmin(idToken, '/audit-log');
    // Sign-ins are noted to the second, which may be that of the organization's creation.
    const joined = (json.items as readonly Joined[]).filter(({ action }) => action === 'user.joined');
    expect(joined.toSorted((one, other) => (one.actor.name < other.actor.name ? -1 : 1))).toMatchObject([
      { actor: { name: 'ada@acme.example' }, details: { role: 'admin' } },
      { actor: { name: 'bob@acme.example' }, details: { identityProvider: 'acme' } },
    ]);
  });

  it('finds the provider by email domain, and reads claims of the userinfo endpoint', async () => {
    initech.user = { ...ADA, email: 'ada@initech.example' };
    const { idToken } = await tokensOf({ idp_identifier: 'initech.example' });
    expect((await session(idToken)).json).toMatchObject({ role: 'admin', organization: { id: INITECH } });
  });

  it('offers the provider on the sign-in page', async () => {
    acme.user = ADA;
    const browser = createBrowser();
    const page = await visit({ code_challenge: createPkce().challenge }, browser);
    expect(page.text).toContain('Continue with acme');
    const { location } = await browser.follow(`${signInUrl()}/login?provider=acme`, output('ConsoleUrl'));
    expect(new URL(location ?? '').searchParams.get('code')).not.toBeNull();
  });

  it('follows the groups at each sign-in, also in earlier sessions', async () => {
    const carol = { sub: 'carol', email: 'carol@acme.example' };
    const earlier = await asUserOfAcme({ ...carol, groups: ['sales'] });
    expect((await session(earlier.idToken)).json.role).toBe('member');

    await untilLater(earlier.idToken);
    const promoted = await asUserOfAcme({ ...carol, groups: ['sales', 'sales-admins'] });
    expect((await callAdmin(promoted.idToken, '/users')).status).toBe(200);
    expect((await session(promoted.idToken)).json.role).toBe('admin');

    await untilLater(promoted.idToken);
    const demoted = await asUserOfAcme({ ...carol, groups: ['sales'] });
    expect((await session(demoted.idToken)).json.role).toBe('member');
    // The token still names the role of before.
    expect((await callAdmin(promoted.idToken, '/users')).status).toBe(403);

    // Okta and Entra ID omit the claim for a user without groups.
    const removed = await asUserOfAcme(carol);
    expect(await session(removed.idToken)).toMatchObject({
      status: 403,
      detail: expect.stringContaining('no role in this service'),
    });
    expect((await session(await refresh(demoted.refreshToken))).status).toBe(403);
  });

  it('refuses a user in no group with a role', async () => {
    const { idToken } = await asUserOfAcme({
      ...BOB,
      sub: 'dan',
      email: 'dan@acme.example',
      groups: ['sales-adm'],
    });
    expect(decodeJwt(idToken)).not.toHaveProperty('custom:organization_id');
    expect((await session(idToken)).status).toBe(403);
  });
});

describe('an identity provider', () => {
  const refusalOf = async (user: ProviderUser): Promise<string> => {
    acme.user = user;
    const { challenge } = createPkce();
    const { location = '' } = await visit({ identity_provider: 'acme', code_challenge: challenge });
    return new URL(location).searchParams.get('error_description') ?? location;
  };

  it.each<[string, (email: string) => string]>([
    ['a user of another organization', (email) => email],
    ['a user of another provider', () => 'ada@initech.example'],
    ['a subdomain', () => 'ada@sub.acme.example'],
    ['two addresses', () => 'ada@initech.example,eve'],
  ])('rejects a claim to the email of %s', async (_, email) => {
    expect(await refusalOf({ ...ADA, sub: 'eve', email: email(native.email) })).toContain('in its domains');
  });

  it('rejects an unverified email', async () => {
    expect(await refusalOf({ ...ADA, sub: 'eve', email_verified: false })).toContain('not verified');
  });

  it('ignores an organization or a role in the claims', async () => {
    const { idToken } = await asUserOfAcme({
      sub: 'mallory',
      email: 'mallory@acme.example',
      groups: ['sales'],
      'custom:organization_id': INITECH,
      'custom:provider_role': 'admin',
    });
    expect((await session(idToken)).json).toMatchObject({ role: 'member', organization: { id: ACME } });
  });

  it('leaves users of the organization with a password unchanged', async () => {
    initech.user = { sub: 'twin', email: 'twin@initech.example', groups: ['sales'] };
    const { idToken } = await tokensOf({ identity_provider: 'initech' });
    const password = await signIn({ ...application(), ...native });
    expect(decodeJwt(idToken).sub).not.toBe(decodeJwt(password.idToken).sub);
    expect((await session(password.idToken)).json).toMatchObject({
      role: 'admin',
      organization: { id: INITECH },
    });
  });

  it('rejects a second response of the provider, and one in another browser', async () => {
    acme.user = ADA;
    const browser = createBrowser();
    const parameters = { identity_provider: 'acme', code_challenge: createPkce().challenge };
    const url = authorizationUrl(application(), { state: 'state', ...parameters });
    const { location: answer = '' } = await browser.follow(url, `${signInUrl()}/oauth2/idpresponse`);
    const stolen = await createBrowser().get(answer);
    expect(stolen.location).toContain('/login?result=');
    expect((await createBrowser().get(stolen.location ?? '')).status).toBe(400);
    const replayed = await browser.get(answer);
    expect([replayed.status, replayed.location]).toEqual([400, undefined]);
    expect((await browser.get(`${signInUrl()}/oauth2/idpresponse?state=guessed&code=x`)).status).toBe(400);
  });
});

describe('an operator', () => {
  const ofInitech = (command: string, ...options: readonly string[]) =>
    runToolHere('organizations', [command, '--organization', INITECH, '--provider', 'initech', ...options], {
      DATA_DIR: runner.dataDirectory,
    });

  it('disconnects a provider, which ends sessions and sign-ins, and connects it again', async () => {
    initech.user = { sub: 'frank', email: 'frank@initech.example', groups: ['support'] };
    const signInWithInitech = () => tokensOf({ identity_provider: 'initech' });
    // A group without a role, until the operator adds it.
    expect((await session((await signInWithInitech()).idToken)).status).toBe(403);
    await ofInitech('connect-provider', '--member-group', 'support');
    const { idToken, refreshToken } = await signInWithInitech();
    expect((await session(idToken)).json).toMatchObject({ role: 'member', organization: { id: INITECH } });

    await ofInitech('disconnect-provider');
    expect(decodeJwt(await refresh(refreshToken))).not.toHaveProperty('custom:organization_id');
    await expect(signInWithInitech()).rejects.toThrow('not+connected');
    acme.user = ADA;
    expect((await session((await tokensOf({ identity_provider: 'acme' })).idToken)).status).toBe(200);

    await connectProvider('initech', INITECH);
    initech.user = { ...initech.user, groups: ['sales'] };
    expect((await session((await signInWithInitech()).idToken)).status).toBe(200);
  });
});

describe('an admin', () => {
  it('disables a user of the provider, who loses access immediately and cannot sign in', async () => {
    const eve = { sub: 'eve', email: 'eve@acme.example', groups: ['sales'] };
    const { idToken } = await asUserOfAcme(eve);
    expect((await session(idToken)).status).toBe(200);
    const ada = await asUserOfAcme(ADA);
    const { id } = await userNamed(ada.idToken, eve.email);
    const disabled = await callAdmin(ada.idToken, `/users/${id}`, 'PATCH', { isDisabled: true });
    expect(disabled.json).toMatchObject({ status: 'disabled', identityProvider: 'acme' });
    expect(await session(idToken)).toMatchObject({
      status: 403,
      detail: expect.stringContaining('disabled'),
    });
    await expect(asUserOfAcme(eve)).rejects.toThrow('not+enabled');
    await callAdmin(ada.idToken, `/users/${id}`, 'PATCH', { isDisabled: false });
    expect((await session((await asUserOfAcme(eve)).idToken)).status).toBe(200);
  });

  it("refuses an admin's changes to what the provider decides", async () => {
    const bob = await asUserOfAcme(BOB);
    await session(bob.idToken);
    const { idToken } = await asUserOfAcme(ADA);
    const { id } = await userNamed(idToken, 'bob@acme.example');
    expect(await callAdmin(idToken, `/users/${id}`, 'PATCH', { role: 'admin' })).toMatchObject({
      status: 409,
      detail: expect.stringContaining('acme decides the role of bob@acme.example'),
    });
    expect(await callAdmin(idToken, `/users/${id}/resend`, 'POST')).toMatchObject({
      status: 409,
      detail: expect.stringContaining('signs in with acme'),
    });
    const invitation = { email: 'new@acme.example', role: 'admin' };
    expect(await callAdmin(idToken, '/users', 'POST', invitation)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('new@acme.example signs in with acme'),
    });
    const guest = { email: `guest@${ACME}.example`, role: 'member' };
    expect((await callAdmin(idToken, '/users', 'POST', guest)).status).toBe(201);
  });
});
