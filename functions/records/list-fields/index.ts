import { FIELD_ROUTES } from '../../../shared/operations/data-api/fields.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListFields } from './handler.ts';

export const handler = dataFunction(
  FIELD_ROUTES.listFields,
  createListFields({ reader: createTableReaderFromEnv() }),
);
