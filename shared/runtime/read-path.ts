import { createDocumentClient } from '../table/document-client.ts';
import { createDocumentClientCalls } from '../table/document-client-calls.ts';
import type { DynamoDbCalls } from '../table/dynamodb-calls.ts';
import type { TableReader } from '../table/reader.ts';
import { createSignedCalls } from '../table/signed-calls/signed-calls.ts';
import { createReader } from '../table/table-reader.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from './environment.ts';

/**
 * How the functions that answer requests of the data API call DynamoDB. `TABLE_CLIENT` is put in when they are bundled,
 * so that a bundle holds one client and not both: `sdk` for that of the AWS SDK, else the small one.
 */
export const readPathCalls = (): DynamoDbCalls =>
  process.env['TABLE_CLIENT'] === 'sdk'
    ? createDocumentClientCalls(createDocumentClient())
    : createSignedCalls();

/** The reader of the table that the function's environment names. */
export const readPathReader = (): TableReader =>
  createReader(readPathCalls(), requiredVariable(TABLE_NAME_VARIABLE));
