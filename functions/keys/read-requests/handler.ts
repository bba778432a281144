import { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { adminOperation } from '../../http/admin-api.ts';
import { createGetUsage, type GetUsageDependencies } from './get-usage.ts';
import { createListRequests, type ListRequestsDependencies } from './list-requests.ts';

/** The operations on the requests of API keys. */
export const createOperations = (dependencies: GetUsageDependencies & ListRequestsDependencies) => [
  adminOperation(API_KEY_ROUTES.listRequests, createListRequests(dependencies)),
  adminOperation(API_KEY_ROUTES.getUsage, createGetUsage(dependencies)),
];
