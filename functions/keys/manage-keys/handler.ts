import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { type AdminOperation, adminOperation } from '../../http/admin-api.ts';
import { type AppRequestDependencies, createConnectApp, createGetAppRequest } from './app-requests.ts';
import { createCreateKey } from './create-key.ts';
import { createListKeys } from './list-keys.ts';
import { createRevokeKey } from './revoke-key.ts';
import { createRotateKey } from './rotate-key.ts';
import { createUpdateKey } from './update-key.ts';

/** The operations of this function, by route. */
export const createOperations = (
  store: KeyStore,
  apps: Omit<AppRequestDependencies, 'store'>,
): readonly AdminOperation[] => [
  adminOperation(ADMIN_ROUTES.listApiKeys, createListKeys(store)),
  adminOperation(ADMIN_ROUTES.createApiKey, createCreateKey(store)),
  adminOperation(ADMIN_ROUTES.updateApiKey, createUpdateKey(store)),
  adminOperation(ADMIN_ROUTES.revokeApiKey, createRevokeKey(store)),
  adminOperation(ADMIN_ROUTES.rotateApiKey, createRotateKey(store)),
  adminOperation(ADMIN_ROUTES.getAppRequest, createGetAppRequest({ store, ...apps })),
  adminOperation(ADMIN_ROUTES.connectApp, createConnectApp({ store, ...apps })),
];
