import { createDocumentClient } from '../table/document-client.ts';
import { createDocumentClientCalls } from '../table/document-client-calls.ts';
import type { DynamoDbCalls } from '../table/dynamodb-calls.ts';
import type { TableReader } from '../table/reader.ts';
import { createSignedCalls } from '../table/signed-calls/signed-calls.ts';
import type { Table } from '../table/table.ts';
import { createReader } from '../table/table-reader.ts';
import type { TableWriter } from '../table/writer.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from './environment.ts';
import { lazily } from './lazily.ts';

/**
 * How functions read DynamoDB. `TABLE_CLIENT` is put in when they are bundled, so that functions that only read hold one
 * client and not both: `sdk` for that of the AWS SDK, else the small one.
 */
export const dynamoDbCallsOfEnvironment = (): DynamoDbCalls =>
  process.env['TABLE_CLIENT'] === 'sdk'
    ? createDocumentClientCalls(createDocumentClient())
    : createSignedCalls();

/** The reader of the table that the function's environment names. */
export const tableReaderOfEnvironment = (): TableReader =>
  createReader(dynamoDbCallsOfEnvironment(), requiredVariable(TABLE_NAME_VARIABLE));

/** The writer of that table. The SDK's client is loaded with the first write: most invocations of most functions only read. */
const tableWriterOfEnvironment = (): TableWriter => {
  const tableName = requiredVariable(TABLE_NAME_VARIABLE);
  const writer = lazily(async () => {
    const [client, { createTableWriter }] = await Promise.all([
      import('../table/document-client.ts'),
      import('../table/document-client-writer.ts'),
    ]);
    return createTableWriter(client.createDocumentClient(), tableName);
  });
  return {
    put: async (item, version) => (await writer()).put(item, version),
    update: async (operation) => (await writer()).update(operation),
    transact: async (operations) => (await writer()).transact(operations),
  };
};

/** The table that the function's environment names. */
export const tableOfEnvironment = (): Table => ({
  reader: tableReaderOfEnvironment(),
  writer: tableWriterOfEnvironment(),
});
