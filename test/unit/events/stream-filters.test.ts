import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import { LOOKUP_FILTERS, STREAM_FILTERS } from '../../../shared/events/stream-filters.ts';
import { keyOfRecord, readChange } from '../../../shared/events/table-change.ts';
import { lookupKey } from '../../../shared/records/lookups/lookup-keys.ts';
import { exportKey, exportPartition } from '../../../shared/table/items/export-keys.ts';
import { feedChunkKey, feedHeadKey, feedSeenKey } from '../../../shared/table/items/feed-keys.ts';
import { importKey, importLockPartition } from '../../../shared/table/items/import-keys.ts';
import { apiKeyKey, callListKey, personKey } from '../../../shared/table/items/keys.ts';
import { changedResourceOfKey } from '../../../shared/table/items/resource-key.ts';
import { webhookDeliveryKey, webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a leaf satisfies one element of a pattern's array. */
const matchesRule = (rule: unknown, value: unknown): boolean => {
  const leaf = isObject(value) ? undefined : value;
  if (!isObject(rule)) return leaf === rule;
  if ('prefix' in rule) return typeof leaf === 'string' && leaf.startsWith(String(rule['prefix']));
  throw new Error(`Unknown rule: ${JSON.stringify(rule)}.`);
};

/** Implements https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html. */
const matches = (pattern: unknown, value: unknown): boolean => {
  if (Array.isArray(pattern)) return pattern.some((rule) => matchesRule(rule, value));
  if (!isObject(pattern)) throw new Error('A pattern is an object of arrays.');
  return Object.entries(pattern).every(([name, below]) =>
    matches(below, isObject(value) ? value[name] : undefined),
  );
};

const isPassed = (record: unknown): boolean => STREAM_FILTERS.some((filter) => matches(filter, record));

const { people, companies, callLists } = sampleData('Filters');
const [person] = people;
if (!person) throw new Error('There are too few sample records.');

let engine: TestEngine;
let stream: TableStream;
let organization: TestOrganization;

beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});
beforeEach(() => {
  organization = createOrganization(engine);
});

const passed = async () => (await stream.recordsOf('')).filter(isPassed);

it('tests only the keys, which every record has', () => {
  expect(STREAM_FILTERS.map(({ dynamodb, ...others }) => [Object.keys(dynamodb), others])).toEqual([
    [['Keys'], {}],
    [['Keys'], {}],
    [['Keys'], {}],
    [['Keys'], {}],
  ]);
});

it('passes only changes of resources, webhook endpoints, imports and exports', async () => {
  await organization.importRecords({ people, companies, callLists });
  await organization.importRecords({ people: [{ ...person, title: 'Silent' }] }, { isSilent: true });
  await organization.write(
    { put: { Item: { ...apiKeyKey('k'), id: 'k' } } },
    { put: { Item: { ...webhookEndpointKey(organization.id, 'e'), id: 'e' } } },
    { put: { Item: { ...webhookDeliveryKey(organization.id, 'd'), id: 'd' } } },
    { put: { Item: { ...importKey(organization.id, 'i'), id: 'i' } } },
    { put: { Item: { ...exportKey(organization.id, 'x'), id: 'x' } } },
    { put: { Item: { pk: exportPartition(organization.id), sk: 'QUEUE', jobId: 'x' } } },
    { put: { Item: { pk: importLockPartition(organization.id), sk: 'people', jobId: 'i' } } },
    recordEntry('api_key.created', {
      organizationId: organization.id,
      at: '2026-03-01T08:00:00.000Z',
      actor: { id: 'test', name: 'test', from: null },
      targetId: 'k',
    }),
  );
  const records = await stream.recordsOf('');
  const ofResources = records.filter((record) => changedResourceOfKey(keyOfRecord(record)) !== undefined);
  expect(records.filter(isPassed)).toEqual(ofResources);
  expect(ofResources.length).toBeGreaterThan(40);
  expect(ofResources.length).toBeLessThan(records.length);
  const endpoints = ofResources.filter(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S === 'ENDPOINT#e');
  expect(endpoints).toHaveLength(1);
  // Nothing looks up endpoints.
  const isLookedUp = (record: unknown) => LOOKUP_FILTERS.some((filter) => matches(filter, record));
  expect(endpoints.filter(isLookedUp)).toEqual([]);
});

it('passes silent writes and the removal of a silently written item', async () => {
  const { pk, sk } = personKey(organization.id, person.id);
  await organization.importRecords({ people: [person] }, { isSilent: true });
  await organization.deleteItem({ pk, sk });
  const own = (await passed()).filter(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S === pk);
  const read = own.map((record) => [record.eventName, readChange(record)?.isSilent]);
  expect(read).toEqual([
    ['INSERT', true],
    ['REMOVE', false],
  ]);
});

it('passes resources that are looked up and the chunks of the feed to the lookups', () => {
  const passes = (pk: string, sk: string): boolean =>
    LOOKUP_FILTERS.some((filter) =>
      matches(filter, { dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }),
    );
  expect(passes('FEED#o', feedChunkKey('o', 1, 0).sk)).toBe(true);
  expect(passes('FEED#o', feedHeadKey('o').sk)).toBe(false);
  expect(passes('FEED#o', feedSeenKey('o', '2026-03-01T08:00:00').sk)).toBe(false);
  expect(passes(personKey('o', 'p').pk, 'PERSON')).toBe(true);
  expect(passes(callListKey('o', 'l').pk, 'CALL_LIST')).toBe(true);
});

it('passes no items to readers that the local engine keeps out of the stream', () => {
  const keys = [
    lookupKey('o', 'PERSON_EMAIL', 'ada@example.com', 'p'),
    feedSeenKey('o', '2026-03-01T08:00:00'),
    webhookDeliveryKey('o', 'd'),
  ];
  const records = keys.map(({ pk, sk }) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }));
  const filters = [...STREAM_FILTERS, ...LOOKUP_FILTERS];
  expect(records.filter((record) => filters.some((filter) => matches(filter, record)))).toEqual([]);
});
