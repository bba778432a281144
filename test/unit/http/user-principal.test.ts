import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { userPrincipalOf } from '../../../functions/http/user-principal.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';

const CLIENT = 'the-client';
const ORGANIZATION = '8f1c2d3e-0000-4000-8000-000000000001';
const CLAIMS = {
  sub: 'user-1',
  email: 'ada@acme.example',
  aud: CLIENT,
  token_use: 'id',
  'custom:organization_id': ORGANIZATION,
};

const eventWith = (authorizer: Record<string, unknown>): APIGatewayProxyEvent => {
  const event = proxyEvent({ organizationId: 'another', resource: '/api-keys' });
  return { ...event, requestContext: { ...event.requestContext, authorizer } };
};
const principalOf = (claims: Record<string, string>) =>
  userPrincipalOf(eventWith({ claims: { ...CLAIMS, ...claims } }), CLIENT);

describe('a verified token', () => {
  it('identifies the caller with organization, IP address and role', () => {
    expect(principalOf({})).toEqual({
      organizationId: ORGANIZATION,
      actor: { id: 'user-1', name: 'ada@acme.example', from: '127.0.0.1' },
      role: 'member',
    });
  });

  it.each([
    ['admin', 'admin'],
    ['member,admin', 'admin'],
    ['[admin]', 'admin'],
    ['[member admin]', 'admin'],
    ['member', 'member'],
    ['', 'member'],
    ['[administrators]', 'member'],
    ['administrators', 'member'],
    ['Admin', 'member'],
    ['not-admin,admins', 'member'],
  ])('makes a caller with the groups "%s" a %s', (groups, role) => {
    expect(principalOf({ 'cognito:groups': groups }).role).toBe(role);
  });

  it.each([
    ['1769851800', '2026-01-31T09:30:00.000Z'],
    ['', undefined],
    ['Sat Jan 31 09:30:00 UTC 2026', undefined],
    ['99999999999999', undefined],
  ])('dates a sign-in with the auth_time "%s" to %s', (time, expected) => {
    expect(principalOf({ auth_time: time }).signedInAt).toBe(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['of another client', { aud: 'another-client' }],
    ['of another client, of a provider of an operator', { aud: 'other', identity_provider: 'acme' }],
    ['of another client with a refusal', { aud: 'other', 'custom:organization_id': '', refusal: 'no-group' }],
    ['that is an access token', { token_use: 'access' }],
    ['without a subject', { sub: '' }],
    ['without an organization', { 'custom:organization_id': '' }],
    ['with an invalid organization id', { 'custom:organization_id': `${ORGANIZATION}#X` }],
  ])('rejects %s', (_, claims) => {
    expect(() => principalOf(claims)).toThrow(expect.objectContaining({ problem: 'forbidden' }));
  });

  it('names a user of an identity provider, with the username', () => {
    const claims = { identity_provider: 'acme', 'cognito:username': 'acme_ada' };
    expect(principalOf(claims).identityProvider).toEqual({ name: 'acme', username: 'acme_ada' });
    expect(principalOf({ 'cognito:username': 'user-1' })).not.toHaveProperty('identityProvider');
  });

  it('accepts the app client of a provider that admins have set up', () => {
    const claims = { aud: 'own', identity_provider: 'sso-019e', 'cognito:username': 'sso-019e_ada' };
    expect(principalOf(claims).organizationId).toBe(ORGANIZATION);
  });

  it.each([
    ['no-group', 'gives you no role in this service'],
    ['no-provider', 'is not set up for this service'],
    ['other', 'does not belong to an organization'],
  ])('rejects a caller with the refusal %s, with the reason', (refusal, message) => {
    expect(() => principalOf({ 'custom:organization_id': '', refusal })).toThrow(message);
  });

  it('ignores the context of another kind of authorizer', () => {
    const { authorizer } = proxyEvent({ organizationId: ORGANIZATION, resource: '/api-keys' }).requestContext;
    expect(() => userPrincipalOf(eventWith({ ...authorizer }), CLIENT)).toThrow('no claims');
  });
});
