import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { refuseRequest } from './handler.ts';

export const handler = refuseRequest(Object.values(ADMIN_ROUTES));
