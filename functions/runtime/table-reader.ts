import { requiredVariable, TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { createSignedCalls } from '../../shared/table/signed-calls/signed-calls.ts';
import { createReader } from '../../shared/table/table-reader.ts';

/** Creates a reader of the table in the function's environment. */
export const createTableReaderFromEnv = (): TableReader =>
  createReader(createSignedCalls(), requiredVariable(TABLE_NAME_VARIABLE));
