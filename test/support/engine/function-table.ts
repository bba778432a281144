import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import type { Table } from '../../../shared/table/table.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import type { TestEngine } from './engine.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The table as functions use it, by signed calls. */
export const functionTable = ({ endpoint, tableName }: TestEngine): Table => {
  const environment = { endpoint: new URL(endpoint), region: 'eu-central-1', credentials: CREDENTIALS };
  const options = { environment, requestTimeout: 20_000 };
  return {
    reader: createReader(createSignedCalls(options), tableName),
    writer: createWriter(createSignedWrites(options), tableName),
  };
};
