import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SourceFile } from '../../../shared/importing/files/source-file.ts';
import { importFiles } from '../../../shared/importing/import-files.ts';
import { StartError } from '../process/start-error.ts';

const sourceFile = (name: string): SourceFile => ({
  name,
  open: () => createReadStream(join(import.meta.dirname, name)),
});

/** Loads the made-up records beside this file. Doing it again changes nothing. */
export const loadDemoRecords = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
): Promise<void> => {
  const rejected: string[] = [];
  await importFiles({
    client,
    tableName,
    organizationId,
    files: {
      companies: sourceFile('companies.csv'),
      people: sourceFile('people.csv'),
      callLists: sourceFile('call-lists.csv'),
    },
    source: 'demo',
    region: 'US',
    // Nobody changed anything, so there is nobody to be told.
    isSilent: true,
    onRejectedRow: ({ file, line, reason }) => rejected.push(`${file}, line ${line}: ${reason}`),
  });
  if (rejected.length > 0) {
    throw new StartError(`The demo data do not fit the service: ${rejected.join('; ')}.`);
  }
};
