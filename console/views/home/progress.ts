import { API_KEY_STATES } from '../../../shared/contract/api-key-limits.ts';
import type { AdminApi } from '../../api/admin-api.ts';
import { readSizes } from './read-sizes.ts';

/** How far a new organization, or a new member, has come. */
export interface Progress {
  /** Whether nobody has received a result: no key was used, and no endpoint exists. */
  readonly isNew: boolean;
  readonly hasData: boolean;
  readonly hasKey: boolean;
  readonly hasPermissions: boolean;
}

/** Enough to find a key with permissions: those used last come first. */
const KEYS = 25;

/** Reads how far the organization has come, or a member with their own keys. */
export const readProgress = async (api: AdminApi, isAdmin: boolean): Promise<Progress> => {
  const [keys, endpoints] = await Promise.all([
    api.request('GET /api-keys', { query: { state: API_KEY_STATES, sort: '-lastUsedAt', limit: KEYS } }),
    isAdmin ? api.request('GET /webhook-endpoints', { query: { limit: 1 } }) : undefined,
  ]);
  const isUsed = keys.items.some(({ lastUsedAt }) => lastUsedAt !== null);
  const isNew = !isUsed && (endpoints === undefined || endpoints.items.length === 0);
  const sizes = isNew && isAdmin ? Object.values(await readSizes(api)) : [];
  const active = keys.items.filter(({ state }) => state === 'active');
  return {
    isNew,
    hasData: sizes.some((size) => size > 0),
    hasKey: active.length > 0,
    hasPermissions: active.some(({ permissions }) => permissions.length > 0),
  };
};
