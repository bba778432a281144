import middy from '@middy/core';
import { createUseRecorder } from '../../shared/api-keys/last-use.ts';
import {
  RATE_LIMIT_POLICIES_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { createDocumentClient } from '../../shared/table/document-client.ts';
import { createTableReader } from '../../shared/table/document-client-reader.ts';
import { createAuthorizer } from './handler.ts';

const client = createDocumentClient();
const tableName = requiredVariable(TABLE_NAME_VARIABLE);

export const handler = middy(
  createAuthorizer({
    reader: createTableReader(client, tableName),
    now: () => new Date(),
    recordUse: createUseRecorder(client, tableName, (error) =>
      console.warn({ warning: 'The last use of a key could not be noted.', error: String(error) }),
    ),
    rateLimitPolicies: JSON.parse(requiredVariable(RATE_LIMIT_POLICIES_VARIABLE)),
  }),
);
