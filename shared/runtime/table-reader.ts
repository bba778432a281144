import { createDocumentClient } from '../table/document-client.ts';
import { createTableReader } from '../table/document-client-reader.ts';
import type { TableReader } from '../table/reader.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from './environment.ts';

/** The reader of the table that the function's environment names. */
export const tableReaderOfEnvironment = (): TableReader =>
  createTableReader(createDocumentClient(), requiredVariable(TABLE_NAME_VARIABLE));
