import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { adminFunction, adminOperation } from '../../http/admin-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListAuditLog } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = adminFunction(reader, [
  adminOperation(ADMIN_ROUTES.listAuditLog, createListAuditLog(reader)),
]);
