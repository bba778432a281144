import { ADMIN_ROUTES } from '../../../shared/operations/admin-api/routes.ts';
import { refuseRequest } from './handler.ts';

export const handler = refuseRequest(Object.values(ADMIN_ROUTES));
