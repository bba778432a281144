import { expect, it } from 'vitest';
import { recordsCsvOf } from '../../../console/views/records/record-csv.ts';
import { isRecordHeader } from '../../../shared/contract/records/record-csv.ts';
import { recordsOfFile } from '../../support/exports/exported-files.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, companies, callLists } = sampleData('Found');

it.each([
  ['person', people],
  ['company', companies],
  ['call-list-entry', callLists.flatMap(({ entries }) => entries)],
] as const)('saves found records (%s) as an export does, without loss', async (resource, records) => {
  const csv = recordsCsvOf(resource)(records);
  const [header = ''] = csv.replace('\ufeff', '').split('\n');
  expect(isRecordHeader(header.split(','))).toBe(true);
  const read = await recordsOfFile('csv', Buffer.from(csv));
  expect(read).toHaveLength(records.length);
  for (const [index, record] of records.entries()) expect(read[index]).toMatchObject(record);
});
