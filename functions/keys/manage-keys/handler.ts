import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { GatewayBusyError } from '../../../shared/keys/gateway-keys.ts';
import { KeyConflictError, type KeyStore } from '../../../shared/keys/key-store.ts';
import { type AdminOperation, adminOperation } from '../../http/admin-function.ts';
import { createCreateKey } from './create-key.ts';
import { createGetUsage } from './get-usage.ts';
import { createListAuditLog } from './list-audit-log.ts';
import { createListKeys } from './list-keys.ts';
import { createRevokeKey } from './revoke-key.ts';
import { createRotateKey } from './rotate-key.ts';
import { createUpdateKey } from './update-key.ts';

/** The operations of this function, by route. */
export const createOperations = (store: KeyStore): readonly AdminOperation[] => [
  adminOperation(ADMIN_ROUTES.listApiKeys, createListKeys(store)),
  adminOperation(ADMIN_ROUTES.createApiKey, createCreateKey(store)),
  adminOperation(ADMIN_ROUTES.updateApiKey, createUpdateKey(store)),
  adminOperation(ADMIN_ROUTES.revokeApiKey, createRevokeKey(store)),
  adminOperation(ADMIN_ROUTES.rotateApiKey, createRotateKey(store)),
  adminOperation(ADMIN_ROUTES.getUsage, createGetUsage(store, Date.now)),
  adminOperation(ADMIN_ROUTES.listAuditLog, createListAuditLog(store.reader)),
];

const BUSY_DETAIL =
  'API keys cannot be created or changed right now: API Gateway accepts 5 new keys per second and 10,000 in total per AWS account. Retry after the `Retry-After` delay; if that does not help, revoke unused keys.';

/** Translates the errors of key operations into problems of the API. */
export const toKeyProblem = (error: unknown): unknown => {
  if (error instanceof KeyConflictError) return new ProblemError('conflict', error.message);
  if (error instanceof GatewayBusyError) {
    return new ProblemError('service-unavailable', BUSY_DETAIL, {
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  return error;
};
