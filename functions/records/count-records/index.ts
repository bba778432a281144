import { COUNT_ROUTES } from '../../../shared/operations/data-api/counts.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createCountRecords } from './handler.ts';

export const handler = dataFunction(
  COUNT_ROUTES.countRecords,
  createCountRecords({ reader: createTableReaderFromEnv() }),
);
