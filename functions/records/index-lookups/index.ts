import middy from '@middy/core';
import { createCounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createLookupIndexer } from './handler.ts';

const client = createDocumentClient();
const tableName = requiredVariable(TABLE_NAME_VARIABLE);

export const handler = middy(
  createLookupIndexer({
    reader: createTableReaderFromEnv(),
    store: createLookupStore(client, tableName),
    counters: createCounterStore(client, tableName),
  }),
);
