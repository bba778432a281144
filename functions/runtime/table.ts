import { requiredVariable, TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import { createSignedWrites } from '../../shared/table/signed-calls/signed-writes.ts';
import type { Table } from '../../shared/table/table.ts';
import { createWriter } from '../../shared/table/table-writer.ts';
import { createTableReaderFromEnv } from './table-reader.ts';

/** Creates reader and writer of the table in the function's environment. */
export const createTableFromEnv = (): Table => ({
  reader: createTableReaderFromEnv(),
  writer: createWriter(createSignedWrites(), requiredVariable(TABLE_NAME_VARIABLE)),
});
