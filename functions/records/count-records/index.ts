import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createCountRecords } from './handler.ts';

export const handler = dataFunction(
  RECORD_ROUTES.countRecords,
  createCountRecords({ reader: createTableReaderFromEnv() }),
);
