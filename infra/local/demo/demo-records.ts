import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SourceFile } from '../../../shared/imports/reader/files/source-file.ts';
import { importInto } from '../../../shared/imports/reader/import-into.ts';
import type { Call } from '../../../shared/kinds/call.ts';
import { callToItem } from '../../../shared/records/store/record-items.ts';
import { addToCollectionCount, putRecord } from '../../../shared/records/store/record-writes.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { DEMO_IDS, DEMO_SOURCE } from '../../demo-ids.ts';
import { StartError } from '../process/start-error.ts';

const sourceFile = (name: string): SourceFile => ({
  name,
  open: () => createReadStream(join(import.meta.dirname, name)),
});

/** A fictitious call with the first demo person. */
export const DEMO_CALL: Call = {
  ...{ id: DEMO_IDS.call, personId: DEMO_IDS.person, companyId: DEMO_IDS.company },
  ...{ callListId: DEMO_IDS['call-list'], callListEntryId: null, phone: null, direction: 'outbound' },
  ...{ startedAt: '2026-01-31T09:24:10.000Z', durationSeconds: 312, isConnected: true },
  disposition: 'Connected',
  agent: { id: 'owner-1', name: 'Nora', email: 'nora@nowhere.example' },
  ...{ recordingUrl: null, note: 'Prefers mornings.', customFields: {} },
  externalIds: [{ source: DEMO_SOURCE, id: 'K-1' }],
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
  changedAt: '2026-01-31T09:30:00.000Z',
};

/** Imports the fictitious records next to this file, and stores a call. Idempotent. */
export const loadDemoRecords = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
): Promise<void> => {
  const rejected: string[] = [];
  await importInto(createTable(client, tableName), {
    organizationId,
    files: {
      companies: sourceFile('companies.csv'),
      people: sourceFile('people.csv'),
      callLists: sourceFile('call-lists.csv'),
    },
    source: DEMO_SOURCE,
    region: 'US',
    // Sends no webhooks.
    isSilent: true,
    onRejectedRow: ({ file, line, reason }) => rejected.push(`${file}, line ${line}: ${reason}`),
  });
  if (rejected.length > 0) {
    throw new StartError(`The importer rejected demo records: ${rejected.join('; ')}.`);
  }
  // Not written if it is there.
  await createTable(client, tableName).writer.transact((now) => [
    putRecord(callToItem(organizationId, DEMO_CALL), undefined, { isSilent: true, now }),
    ...addToCollectionCount(organizationId, 'call', 1),
  ]);
};
