import { describe, expect, it } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { createGetKey } from '../../../functions/keys/get-key/handler.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';
import { lambdaContext, type ProxyRequest, proxyEvent } from '../../support/http/proxy-event.ts';

const ORGANIZATION = {
  ...ORGANIZATION_DEFAULTS,
  id: 'organization',
  name: 'Acme',
  createdAt: '2026-01-12T08:15:00.000Z',
};
const KEY = {
  name: 'Dialer',
  plan: 'standard',
  createdAt: '2026-01-31T09:30:00.000Z',
  expiresAt: null,
  allowedAddresses: null,
  importSource: null,
};

const readerOf = (item: Item | undefined): TableReader => ({
  get: async () => item,
  getMany: () => Promise.reject(new Error('getMany')),
  transactGet: () => Promise.reject(new Error('transactGet')),
  queryPage: () => Promise.reject(new Error('queryPage')),
  count: () => Promise.reject(new Error('count')),
});

const responseTo = async (request: Partial<ProxyRequest>, item?: Item) => {
  const usagePlans = { standard: { rate: 10, burst: 20, dailyQuota: 100 } };
  const handler = dataFunction(ROUTES.getKey, createGetKey({ reader: readerOf(item), usagePlans }));
  const event = proxyEvent({ organizationId: ORGANIZATION.id, resource: ROUTES.getKey.path, ...request });
  const { statusCode, body } = await handler(event, lambdaContext());
  return { statusCode, body: JSON.parse(body) };
};

describe('the description of a key', () => {
  it('lists permissions in the documented order', async () => {
    const permissions = 'call-list:read,unknown:read,person:list,person:read';
    const { body } = await responseTo({ key: KEY, permissions }, organizationToItem(ORGANIZATION));
    expect(body.permissions).toEqual(['person:read', 'person:list', 'call-list:read']);
    expect(body.organization).toEqual({ id: 'organization', name: 'Acme' });
  });

  it("omits the organization's name if the organization is not registered", async () => {
    const { statusCode, body } = await responseTo({ key: KEY });
    expect([statusCode, body.organization.name]).toEqual([200, null]);
  });

  it.each([
    ['the principal does not describe the key', {}],
    ['its usage plan is not configured', { key: { ...KEY, plan: 'removed' } }],
  ])('returns 500 if %s', async (_, request) => {
    expect((await responseTo(request, organizationToItem(ORGANIZATION))).statusCode).toBe(500);
  });
});
