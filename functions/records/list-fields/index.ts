import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListFields } from './handler.ts';

export const handler = dataFunction(
  RECORD_ROUTES.listFields,
  createListFields({ reader: createTableReaderFromEnv() }),
);
