import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  apiKeyKey,
  auditLogPartition,
  callListCountsKey,
  callListEntryKey,
  callListEntryLocatorKey,
  callListKey,
  companyKey,
  personKey,
} from '../../../shared/table/items/keys.ts';
import { changedResourceOfKey, resourceOfKey } from '../../../shared/table/items/resource-key.ts';
import { webhookEndpointKey, webhookEndpointPartition } from '../../../shared/table/items/webhook-keys.ts';

const organizationId = randomUUID();
const id = randomUUID();
const callListId = randomUUID();

it('identifies each kind of resource by its key', () => {
  expect(resourceOfKey(personKey(organizationId, id))).toEqual({ kind: 'person', organizationId, id });
  expect(resourceOfKey(companyKey(organizationId, id))).toEqual({ kind: 'company', organizationId, id });
  expect(resourceOfKey(callListKey(organizationId, id))).toEqual({ kind: 'call_list', organizationId, id });
  expect(resourceOfKey(callListEntryKey(organizationId, callListId, 9_999_999_999, id))).toEqual({
    kind: 'call_list_entry',
    organizationId,
    id,
    callListId,
  });
});

it('identifies webhook endpoints, which are no resources of the API', () => {
  const key = webhookEndpointKey(organizationId, id);
  expect(changedResourceOfKey(key)).toEqual({ kind: 'webhook_endpoint', organizationId, id });
  expect(resourceOfKey(key)).toBeUndefined();
  expect(changedResourceOfKey(personKey(organizationId, id))).toMatchObject({ kind: 'person' });
});

it('returns undefined for other items', () => {
  const { pk } = personKey(organizationId, id);
  const others = [
    callListEntryLocatorKey(organizationId, id),
    callListCountsKey(organizationId),
    apiKeyKey(id),
    { pk: auditLogPartition(organizationId), sk: `2026-03-01T08:00:00.000Z#${id}` },
    { pk, sk: 'COMPANY' },
    { pk, sk: `ENTRY#0000000001#${id}` },
    { pk: `X${pk}`, sk: 'PERSON' },
    { pk: `${pk}#more`, sk: 'PERSON' },
    { pk: webhookEndpointPartition(organizationId), sk: id },
    { pk: '', sk: '' },
  ];
  expect(others.map(changedResourceOfKey)).toEqual(others.map(() => undefined));
});
