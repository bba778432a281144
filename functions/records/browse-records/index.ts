import { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createOperations } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = adminFunction(
  reader,
  createOperations(reader),
  undefined,
  Object.values(RECORD_ROUTES),
);
