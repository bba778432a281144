import { createTable } from '../../shared/table/sdk/document-client-table.ts';
import { createSignedCalls } from '../../shared/table/signed-calls/signed-calls.ts';
import type { Table } from '../../shared/table/table.ts';
import { createReader } from '../../shared/table/table-reader.ts';
import type { TestEngine } from './engine.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The table as functions use it: they read by signed calls, and write through the SDK. */
export const functionTable = ({ endpoint, client, tableName }: TestEngine): Table => {
  const environment = { endpoint: new URL(endpoint), region: 'eu-central-1', credentials: CREDENTIALS };
  const calls = createSignedCalls({ environment, requestTimeout: 20_000 });
  return { reader: createReader(calls, tableName), writer: createTable(client, tableName).writer };
};
