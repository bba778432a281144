import { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { type AdminOperation, adminOperation } from '../../http/admin-api.ts';
import { type SendRequestDependencies, sendRequest } from './send-request.ts';

/**
 * The operations of this function. Any active user may try a request: the data API decides access by the API
 * key alone, as for any other client.
 */
export const createOperations = (dependencies: SendRequestDependencies): readonly AdminOperation[] => [
  adminOperation(API_KEY_ROUTES.tryRequest, async ({ body, from }) => ({
    body: await sendRequest(dependencies, body, from),
  })),
];
