import { ORGANIZATION_ROUTES } from '../../../shared/operations/admin-api/organizations.ts';
import { adminFunction, adminOperation } from '../../http/admin-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListAuditLog } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = adminFunction(reader, [
  adminOperation(ORGANIZATION_ROUTES.listAuditLog, createListAuditLog(reader)),
]);
