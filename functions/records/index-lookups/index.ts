import middy from '@middy/core';
import { createCounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createLookupIndexer } from './handler.ts';

const writes = createSignedWrites();
const tableName = requiredVariable(TABLE_NAME_VARIABLE);

export const handler = middy(
  createLookupIndexer({
    reader: createTableReaderFromEnv(),
    store: createLookupStore(writes, tableName),
    counters: createCounterStore(writes, tableName),
  }),
);
