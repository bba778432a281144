import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { adminOperation } from '../../http/admin-api.ts';
import { createGetUsage, type GetUsageDependencies } from './get-usage.ts';
import { createListRequests, type ListRequestsDependencies } from './list-requests.ts';

/** The operations on the requests of API keys. */
export const createOperations = (dependencies: GetUsageDependencies & ListRequestsDependencies) => [
  adminOperation(ADMIN_ROUTES.listRequests, createListRequests(dependencies)),
  adminOperation(ADMIN_ROUTES.getUsage, createGetUsage(dependencies)),
];
