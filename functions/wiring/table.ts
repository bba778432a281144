import { requiredVariable, TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import { lazily } from '../../shared/runtime/lazily.ts';
import type { Table } from '../../shared/table/table.ts';
import type { TableWriter } from '../../shared/table/writer.ts';
import { createTableReaderFromEnv } from './table-reader.ts';

/**
 * Creates a writer of that table. The first write loads the SDK's client, since most invocations only read.
 */
const createTableWriterFromEnv = (): TableWriter => {
  const tableName = requiredVariable(TABLE_NAME_VARIABLE);
  const writer = lazily(async () => {
    const [client, { createTableWriter }] = await Promise.all([
      import('../../shared/table/sdk/document-client.ts'),
      import('../../shared/table/sdk/document-client-writer.ts'),
    ]);
    return createTableWriter(client.createDocumentClient(), tableName);
  });
  return {
    put: async (item, version) => (await writer()).put(item, version),
    update: async (operation) => (await writer()).update(operation),
    transact: async (operations) => (await writer()).transact(operations),
  };
};

/** Creates reader and writer of the table in the function's environment. */
export const createTableFromEnv = (): Table => ({
  reader: createTableReaderFromEnv(),
  writer: createTableWriterFromEnv(),
});
