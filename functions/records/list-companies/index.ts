import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListCompanies, LIST_COMPANIES } from './handler.ts';

export const handler = recordFunction(
  LIST_COMPANIES,
  createListCompanies({ reader: createTableReaderFromEnv() }),
);
