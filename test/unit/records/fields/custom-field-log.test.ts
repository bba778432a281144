import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { CustomFieldLog } from '../../../../shared/records/fields/custom-field-log.ts';
import {
  MAX_CUSTOM_FIELDS,
  MAX_SOURCES,
  readCustomFields,
} from '../../../../shared/records/fields/custom-fields.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';

const table = createLaggingTable();
const organizationId = randomUUID();
const logOf = (resource: 'person' | 'company') => new CustomFieldLog(table, organizationId, resource);
const namesOf = async (resource: 'person' | 'company') =>
  (await readCustomFields(table.reader, organizationId, resource)).map(({ name }) => name);

it('stores the types and sources of each field once, and when it was first seen', async () => {
  const first = logOf('person');
  first.note(
    new Map<string, unknown>([
      ['tier', 'gold'],
      ['gone', undefined],
      ['none', null],
    ]),
    'crm',
  );
  await first.flush(new Date('2026-03-01T08:00:00Z'));
  const writes = (await table.recordsOf('CUSTOM_FIELDS#')).length;
  first.note(new Map([['tier', 'silver']]), 'crm');
  await first.flush();
  expect((await table.recordsOf('CUSTOM_FIELDS#')).length).toBe(writes);

  const second = logOf('person');
  second.note(new Map([['tier', 3]]), 'other');
  await second.flush(new Date('2026-03-02T08:00:00Z'));
  expect(await readCustomFields(table.reader, organizationId, 'person')).toEqual([
    {
      name: 'tier',
      types: ['string', 'number'],
      sources: ['crm', 'other'],
      firstSeenAt: '2026-03-01T08:00:00.000Z',
    },
  ]);
  expect(await namesOf('company')).toEqual([]);
});

it('describes a bounded number of fields and sources', async () => {
  const log = logOf('company');
  const names = Array.from({ length: MAX_CUSTOM_FIELDS + 5 }, (_, index) => `field ${index}`);
  log.note(new Map(names.map((name) => [name, true])), 'crm');
  for (let source = 0; source < MAX_SOURCES + 5; source++)
    log.note(new Map([['field 0', true]]), `s${source}`);
  await log.flush();
  const fields = await readCustomFields(table.reader, organizationId, 'company');
  expect(fields).toHaveLength(MAX_CUSTOM_FIELDS);
  expect(fields.find(({ name }) => name === 'field 0')?.sources).toHaveLength(MAX_SOURCES);
});
