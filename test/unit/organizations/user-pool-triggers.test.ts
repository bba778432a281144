import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TriggerEvent } from '../../../functions/organizations/user-pool-triggers/events.ts';
import { userPoolTriggers } from '../../../functions/organizations/user-pool-triggers/handler.ts';
import { type Item, TableUnavailableError } from '../../../shared/table/reader.ts';
import { createStrictReader } from '../../support/values/strict-reader.ts';

const ACME = '8f1c2d3e-0000-4000-8000-000000000001';
const INITECH = '8f1c2d3e-0000-4000-8000-000000000002';
const SAML_EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';

const rules = [
  {
    name: 'acme',
    organizationId: ACME,
    emailDomains: ['acme.example', 'acme.test'],
    claims: { email: 'email', groups: 'groups' },
    groups: { admin: ['sales-admins', 'Chefs & Co'], member: ['sales'] },
  },
  {
    name: 'sso-own',
    organizationId: ACME,
    emailDomains: ['acme.example'],
    claims: { email: 'email', groups: 'groups' },
    groups: { admin: ['admins'], member: [] },
    isOn: false,
    appClientId: 'own',
  },
  {
    name: 'initech',
    organizationId: INITECH,
    emailDomains: ['initech.example'],
    claims: { email: SAML_EMAIL, groups: 'memberOf' },
    groups: { admin: [], member: ['everyone'] },
  },
];
const items = new Map<string, Item>([
  ...rules.map((each) => [`IDENTITY_PROVIDERS ${each.name}`, each] as const),
  // Acme alone exists.
  [`ORGANIZATION#${ACME} ORGANIZATION`, { id: ACME, name: 'Acme', membersSeeData: false, createdAt: '' }],
]);
let isReadable = true;
/** Test sign-ins, by provider. */
const tests: [provider: string, test: object][] = [];
const triggers = userPoolTriggers(
  {
    ...createStrictReader({}),
    get: async ({ pk, sk }) => {
      if (!isReadable) throw new TableUnavailableError('No answer.');
      return items.get(`${pk} ${sk}`);
    },
  },
  async (provider, test) => void tests.push([provider, test]),
);

const respond = async (event: TriggerEvent): Promise<unknown> => (await triggers(event)).response;

const admit = (
  claims: Readonly<Record<string, unknown>>,
  {
    provider = 'acme',
    part = 'idToken',
  }: { provider?: string; part?: 'idToken' | 'userInfo' | 'samlResponse' } = {},
) =>
  respond({
    triggerSource: 'InboundFederation_ExternalProvider',
    request: { providerName: provider, attributes: { [part]: claims } },
  });

const warnings: unknown[] = [];
beforeEach(() => {
  isReadable = true;
  warnings.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((line) => warnings.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ADA = { sub: 'ada', email: 'Ada@Acme.example' };
const stored = (role: string) => ({
  userAttributesToMap: { sub: 'ada', email: 'ada@acme.example', 'custom:provider_role': role },
});

describe('a sign-in with an identity provider', () => {
  it.each<[unknown, string]>([
    [['others', 'sales'], 'member'],
    [['sales', 'sales-admins'], 'admin'],
    ['["sales"]', 'member'],
    ['[others,sales]', 'member'],
    ['[others, sales]', 'member'],
    ['[Chefs+%26+Co]', 'admin'],
    ['[Chefs%20%26%20Co]', 'admin'],
    ['sales-admins', 'admin'],
    ['Chefs & Co', 'admin'],
    ['others,sales-admins', 'none'],
    ['Chefs+%26+Co', 'none'],
    ['[others%2Csales-admins]', 'none'],
    [['others,sales-admins'], 'none'],
    ['[%E0%A4%A]', 'none'],
    ['[sales-administrators]', 'none'],
    ['[Sales]', 'none'],
    ['[]', 'none'],
    ['', 'none'],
    [undefined, 'none'],
    [42, 'none'],
    [{ sales: true }, 'none'],
  ])('stores for the groups %o the role %s', async (groups, role) => {
    expect(await admit({ ...ADA, groups })).toEqual(stored(role));
  });

  it('stores no other claim of the provider', async () => {
    const claims = {
      ...ADA,
      groups: ['sales'],
      'custom:organization_id': INITECH,
      'custom:provider_role': 'admin',
      identities: '[]',
      email_verified: 'true',
    };
    expect(await admit(claims)).toEqual(stored('member'));
  });

  it('prefers the ID token, and reads the userinfo and SAML attributes', async () => {
    expect(await admit({ ...ADA, groups: 'sales' }, { part: 'userInfo' })).toEqual(stored('member'));
    const attributes = { [SAML_EMAIL]: 'bob@initech.example', memberOf: '[everyone]' };
    expect(await admit(attributes, { provider: 'initech', part: 'samlResponse' })).toEqual({
      userAttributesToMap: { email: 'bob@initech.example', 'custom:provider_role': 'member' },
    });
    const both = { idToken: { ...ADA, groups: ['sales'] }, userInfo: { groups: ['sales-admins'] } };
    const request = { providerName: 'acme', attributes: both };
    expect(await respond({ triggerSource: 'InboundFederation_ExternalProvider', request })).toEqual(
      stored('member'),
    );
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['of another domain', { email: 'ada@initech.example' }, 'its domains'],
    ['of a subdomain', { email: 'ada@a.acme.example' }, 'its domains'],
    ['of a longer domain', { email: 'ada@notacme.example' }, 'its domains'],
    ['with two at signs', { email: 'eve@initech.example@acme.example' }, 'its domains'],
    ['with a space', { email: 'eve eve@acme.example' }, 'its domains'],
    ['that is too long', { email: `${'a'.repeat(250)}@acme.example` }, 'its domains'],
    ['that is missing', { email: undefined }, 'its domains'],
    ['that is unverified', { email_verified: false }, 'not verified'],
    ['that is unverified, as text', { email_verified: 'false' }, 'not verified'],
  ])('rejects an email %s', async (_, claims, message) => {
    await expect(admit({ ...ADA, groups: ['sales'], ...claims })).rejects.toThrow(message);
    // The log names the reason, and never the email.
    expect(warnings).toEqual([
      expect.objectContaining({ provider: 'acme', reason: expect.stringContaining(message) }),
    ]);
    expect(JSON.stringify(warnings)).not.toContain('@');
  });

  it('rejects a provider that is not connected to an organization', async () => {
    await expect(admit({ ...ADA, groups: ['sales'] }, { provider: 'Acme' })).rejects.toThrow('not connected');
  });
});

const describeToken = (attributes: Readonly<Record<string, string>>, clientId = 'console') =>
  respond({
    triggerSource: 'TokenGeneration_HostedAuth',
    callerContext: { clientId },
    request: { userAttributes: attributes },
  });

const identities = (...names: readonly string[]): string =>
  JSON.stringify(names.map((providerName) => ({ providerName, userId: 'ada' })));

const PROFILE = {
  identities: identities('acme'),
  email: 'ada@acme.example',
  'custom:provider_role': 'admin',
};

describe('a token', () => {
  it('names the organization of the provider and the role', async () => {
    expect(await describeToken(PROFILE)).toEqual({
      claimsOverrideDetails: {
        claimsToAddOrOverride: { 'custom:organization_id': ACME, identity_provider: 'acme' },
        claimsToSuppress: [],
        groupOverrideDetails: { groupsToOverride: ['admin'] },
      },
    });
  });

  it("leaves the token of a user with a password unchanged, whatever the user's attributes", async () => {
    const attributes = { email: 'ada@acme.example', 'custom:organization_id': INITECH };
    expect(await describeToken({ ...attributes, 'custom:provider_role': 'admin' })).toEqual({});
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a role', { 'custom:provider_role': 'none' }, 'no-group'],
    ['with an unknown role', { 'custom:provider_role': 'operator' }, 'no-group'],
    ['of a provider that is no longer connected', { identities: identities('former') }, 'no-provider'],
    ['of two providers', { identities: identities('acme', 'initech') }, 'no-provider'],
    ['of no provider', { identities: '[]' }, 'no-provider'],
    ['whose domain is no longer connected', { email: 'ada@initech.example' }, 'no-provider'],
    [
      'of an organization that does not exist',
      { identities: identities('initech'), email: 'ada@initech.example' },
      'no-organization',
    ],
  ])('omits the organization of a user %s', async (_, changes, refusal) => {
    expect(await describeToken({ ...PROFILE, 'custom:organization_id': INITECH, ...changes })).toEqual({
      claimsOverrideDetails: {
        claimsToAddOrOverride: { refusal },
        claimsToSuppress: ['custom:organization_id'],
        groupOverrideDetails: { groupsToOverride: [] },
      },
    });
  });

  it('rejects a damaged profile', async () => {
    await expect(describeToken({ ...PROFILE, identities: 'acme' })).rejects.toThrow();
  });
});

describe('while the table cannot be read', () => {
  it('refuses sign-ins and tokens of users of providers', async () => {
    isReadable = false;
    await expect(admit({ ...ADA, groups: ['sales'] })).rejects.toThrow(TableUnavailableError);
    await expect(describeToken(PROFILE)).rejects.toThrow(TableUnavailableError);
  });
});

describe('a provider that its admins have not switched on', () => {
  const OWN = { ...PROFILE, identities: identities('sso-own') };
  const claims = { sub: 'ada', email: 'Ada@acme.example', groups: ['admins', 'others'] };
  const change = (changes: object): void => {
    const key = 'IDENTITY_PROVIDERS sso-own';
    items.set(key, { ...items.get(key), ...changes });
  };
  beforeEach(() => {
    tests.length = 0;
    change({ isOn: false });
  });

  it('records each sign-in, also a refused one, and gives no access', async () => {
    await admit(claims, { provider: 'sso-own' });
    await expect(admit({ ...claims, email: 'ada@victim.example' }, { provider: 'sso-own' })).rejects.toThrow(
      'in its domains',
    );
    expect(tests).toEqual([
      ['sso-own', { email: 'Ada@acme.example', groups: ['admins', 'others'], role: 'admin', refusal: null }],
      [
        'sso-own',
        expect.objectContaining({ refusal: expect.stringContaining('in its domains'), role: 'admin' }),
      ],
    ]);
    expect(await describeToken(OWN, 'own')).toMatchObject({
      claimsOverrideDetails: {
        claimsToAddOrOverride: { refusal: 'provider-off' },
        claimsToSuppress: ['custom:organization_id'],
      },
    });
  });

  it('gives access once it is on, in its own app client alone', async () => {
    change({ isOn: true });
    await admit(claims, { provider: 'sso-own' });
    expect(tests).toEqual([]);
    expect(await describeToken(OWN, 'own')).toMatchObject({
      claimsOverrideDetails: { claimsToAddOrOverride: { 'custom:organization_id': ACME } },
    });
    expect(await describeToken(OWN, 'console')).toMatchObject({
      claimsOverrideDetails: { claimsToAddOrOverride: { refusal: 'no-provider' } },
    });
  });
});
