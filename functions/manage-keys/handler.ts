import { GatewayBusyError } from '../../shared/api-keys/gateway-keys.ts';
import { KeyConflictError } from '../../shared/api-keys/key-store.ts';
import type { ApiKeyManager } from '../../shared/api-keys/manage.ts';
import { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { type AdminOperation, adminOperation } from '../middleware/admin-function.ts';
import { createCreateKey } from './create-key.ts';
import { createGetUsage } from './get-usage.ts';
import { createListAuditLog } from './list-audit-log.ts';
import { createListKeys } from './list-keys.ts';
import { createRevokeKey } from './revoke-key.ts';
import { createRotateKey } from './rotate-key.ts';
import { createUpdateKey } from './update-key.ts';

export interface ManageKeysDependencies {
  readonly keys: ApiKeyManager;
  /** Of the audit log. */
  readonly reader: TableReader;
  /** Names of the usage plans there are. */
  readonly plans: readonly string[];
}

/** What this function does, by route. */
export const createOperations = ({
  keys,
  reader,
  plans,
}: ManageKeysDependencies): readonly AdminOperation[] => [
  adminOperation(ADMIN_ROUTES.listApiKeys, createListKeys({ keys })),
  adminOperation(ADMIN_ROUTES.createApiKey, createCreateKey({ keys, plans })),
  adminOperation(ADMIN_ROUTES.updateApiKey, createUpdateKey({ keys, plans })),
  adminOperation(ADMIN_ROUTES.revokeApiKey, createRevokeKey({ keys })),
  adminOperation(ADMIN_ROUTES.rotateApiKey, createRotateKey({ keys })),
  adminOperation(ADMIN_ROUTES.getUsage, createGetUsage({ keys, now: Date.now })),
  adminOperation(ADMIN_ROUTES.listAuditLog, createListAuditLog({ reader })),
];

const BUSY_DETAIL =
  'API keys cannot be created or changed right now: API Gateway accepts 5 new keys per second and 10,000 in total per AWS account. Retry after the `Retry-After` delay; if that does not help, revoke unused keys.';

/** Problems of what can happen to keys. */
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
