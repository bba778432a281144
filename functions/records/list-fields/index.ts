import { ROUTES } from '../../../shared/contract/routes.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListFields } from './handler.ts';

export const handler = dataFunction(
  ROUTES.listFields,
  createListFields({ reader: createTableReaderFromEnv() }),
);
