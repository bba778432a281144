import { ROUTES } from '../../../shared/contract/routes.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListPeople } from './handler.ts';

export const handler = recordFunction(
  ROUTES.listPeople,
  createListPeople({ reader: createTableReaderFromEnv() }),
);
