import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SourceFile } from '../../../shared/imports/reader/files/source-file.ts';
import { importInto } from '../../../shared/imports/reader/import-into.ts';
import { camelOf, OWN_KINDS, pluralOf } from '../../../shared/kinds/names.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { DEMO_SOURCE } from '../../demo-ids.ts';
import { StartError } from '../process/start-error.ts';

const sourceFile = (name: string): SourceFile => ({
  name,
  open: () => createReadStream(join(import.meta.dirname, name)),
});

/** Imports the fictitious records next to this file. Idempotent. */
export const loadDemoRecords = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
): Promise<void> => {
  const rejected: string[] = [];
  await importInto(createTable(client, tableName), {
    organizationId,
    files: Object.fromEntries(
      OWN_KINDS.map(pluralOf).map((plural) => [camelOf(plural), sourceFile(`${plural}.csv`)]),
    ),
    source: DEMO_SOURCE,
    region: 'US',
    // Sends no webhooks.
    isSilent: true,
    onRejectedRow: ({ file, line, reason }) => rejected.push(`${file}, line ${line}: ${reason}`),
  });
  if (rejected.length > 0) {
    throw new StartError(`The importer rejected demo records: ${rejected.join('; ')}.`);
  }
};
