import { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { type AdminOperation, adminOperation } from '../middleware/admin-function.ts';
import { type SendRequestDependencies, sendRequest } from './send-request.ts';

/**
 * What this function does, by route. Whoever is signed in may try a request: what comes of it is decided by
 * the data API from the key alone, as for any other client.
 */
export const createOperations = (dependencies: SendRequestDependencies): readonly AdminOperation[] => [
  adminOperation(ADMIN_ROUTES.tryRequest, async ({ body }) => ({
    body: await sendRequest(dependencies, body),
  })),
];
