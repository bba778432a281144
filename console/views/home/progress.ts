import { API_KEY_STATES } from '../../../shared/contract/keys/api-key-limits.ts';
import type { AdminApi } from '../../api/admin-api.ts';
import type { TabStorage } from '../../session/tab-storage.ts';
import { readSizes } from './read-sizes.ts';

/** How far a new organization, or a new member, has come. */
export interface Progress {
  readonly hasData: boolean;
  readonly hasKey: boolean;
  readonly hasPermissions: boolean;
}

/** Where the tab keeps that there was a result. */
const STARTED = 'started';

/** Enough to find a key with permissions: those used last come first. */
const KEYS = 25;

const hasEndpoint = async (api: AdminApi, signal: AbortSignal): Promise<boolean> =>
  (await api.request('GET /webhook-endpoints', { query: { limit: 1 } }, signal)).items.length > 0;

const readUnstarted = async (
  api: AdminApi,
  isAdmin: boolean,
  signal: AbortSignal,
): Promise<Progress | undefined> => {
  // First, because listing keys takes the longer the more there are.
  if (isAdmin && (await hasEndpoint(api, signal))) return undefined;
  const query = { state: API_KEY_STATES, sort: '-lastUsedAt', limit: KEYS } as const;
  const { items } = await api.request('GET /api-keys', { query }, signal);
  if (items.some(({ lastUsedAt }) => lastUsedAt !== null)) return undefined;
  const sizes = isAdmin ? [...(await readSizes(api, signal)).values()] : [];
  const active = items.filter(({ state }) => state === 'active');
  return {
    hasData: sizes.some((size) => size > 0),
    hasKey: active.length > 0,
    hasPermissions: active.some(({ permissions }) => permissions.length > 0),
  };
};

/**
 * Reads how far the organization has come, or a member with their own keys.
 *
 * @returns nothing once there was a result: a key was used, or an endpoint is registered
 */
export const readProgress = async (
  api: AdminApi,
  storage: TabStorage,
  isAdmin: boolean,
  signal: AbortSignal,
): Promise<Progress | undefined> => {
  if (storage.read(STARTED) === true) return undefined;
  const progress = await readUnstarted(api, isAdmin, signal);
  if (progress === undefined) storage.write(STARTED, true);
  return progress;
};
