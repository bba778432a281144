import middy from '@middy/core';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createLookupIndexer } from './handler.ts';

export const handler = middy(
  createLookupIndexer({
    reader: createTableReaderFromEnv(),
    store: createLookupStore(createDocumentClient(), requiredVariable(TABLE_NAME_VARIABLE)),
  }),
);
