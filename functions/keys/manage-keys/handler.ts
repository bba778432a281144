import type { RemoveObjects } from '../../../shared/exports/delete-export.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { APP_ROUTES } from '../../../shared/operations/admin-api/agents.ts';
import { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { type AdminOperation, adminOperation } from '../../http/admin-api.ts';
import { type AppRequestDependencies, createConnectApp, createGetAppRequest } from './app-requests.ts';
import { createCreateKey } from './create-key.ts';
import { createListKeys } from './list-keys.ts';
import { createRevokeKey } from './revoke-key.ts';
import { createRotateKey } from './rotate-key.ts';
import { createUpdateKey } from './update-key.ts';

/**
 * The operations of this function, by route.
 *
 * @param removeObjects deletes files of exports
 */
export const createOperations = (
  store: KeyStore,
  apps: Omit<AppRequestDependencies, 'store'>,
  removeObjects: RemoveObjects,
): readonly AdminOperation[] => [
  adminOperation(API_KEY_ROUTES.listApiKeys, createListKeys(store)),
  adminOperation(API_KEY_ROUTES.createApiKey, createCreateKey(store)),
  adminOperation(API_KEY_ROUTES.updateApiKey, createUpdateKey(store)),
  adminOperation(API_KEY_ROUTES.revokeApiKey, createRevokeKey(store, removeObjects)),
  adminOperation(API_KEY_ROUTES.rotateApiKey, createRotateKey(store)),
  adminOperation(APP_ROUTES.getAppRequest, createGetAppRequest({ store, ...apps })),
  adminOperation(APP_ROUTES.connectApp, createConnectApp({ store, ...apps })),
];
