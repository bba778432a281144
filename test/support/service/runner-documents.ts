import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';

/**
 * The table of a running local service, past its APIs. Functions give up sooner than its engine accepts a
 * connection or answers on a busy machine.
 */
export const openRunnerDocuments = (dataDirectory: string) => {
  const { region, credentials, endpoints, outputs } = JSON.parse(
    readFileSync(join(dataDirectory, 'runner.json'), 'utf8'),
  );
  const client = createDocumentClient({
    endpoint: endpoints.dynamodb,
    region,
    credentials,
    attempts: 10,
    connectionTimeout: 20_000,
    requestTimeout: 20_000,
  });
  const tableName: string = outputs.TableName;
  return { client, tableName };
};
