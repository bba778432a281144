import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { MAX_GRACE_SECONDS } from '../contract/api-key-limits.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { versionOf } from '../table/items/versions.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import type { CreatedApiKey } from './create-key.ts';
import { concurrentUpdate, KeyConflictError, type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { changeKey } from './key-writes.ts';
import { discardKey, prepareKey } from './prepare-key.ts';

/** The end of the grace period, or the key's own expiry if that comes first. */
const endOf = (expiresAt: string | null, now: number, graceSeconds: number): string => {
  const end = timestampOf(new Date(now + graceSeconds * 1_000));
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
};

/**
 * Creates a successor with the name, owner, permissions, plan and expiry of a key, which stays active for a
 * grace period. One transaction activates the successor and sets the end of the old key, provided that the
 * old key was not changed, revoked or rotated since it was read.
 *
 * @param graceSeconds from 0 (the old key expires immediately) to {@link MAX_GRACE_SECONDS}
 * @returns the new key with its token, or `undefined` if the scope has no key with this id
 * @throws KeyConflictError if the old key is no longer active or was already rotated
 */
export const rotateKey = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  graceSeconds: number,
  actor: Actor,
): Promise<CreatedApiKey | undefined> => {
  if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > MAX_GRACE_SECONDS) {
    throw new RangeError(`The grace period must be between 0 and ${MAX_GRACE_SECONDS} seconds.`);
  }
  const item = await readKey(store, scope, id);
  if (item === undefined) return undefined;
  const old = apiKeyFromItem(item);
  const now = Date.now();
  const at = timestampOf(new Date(now));
  const state = stateOf(old, at);
  if (state !== 'active') throw new KeyConflictError(`The key is ${state}. Only active keys can be rotated.`);
  if (old.rotatedTo !== null) {
    throw new KeyConflictError(`The key was already rotated. Rotate its successor ${old.rotatedTo} instead.`);
  }
  const { organizationId, name, permissions, plan, ownerId, expiresAt } = old;
  const successor = await prepareKey(store, {
    organizationId,
    name,
    permissions,
    plan,
    ownerId,
    expiresAt,
    createdAt: at,
    createdBy: actor.name,
  });
  const endsAt = endOf(expiresAt, now, graceSeconds);
  const ending = changeKey(id, versionOf(item), { expiresAt: endsAt, rotatedTo: successor.apiKey.id });
  const details = { successorId: successor.apiKey.id, graceSeconds, endsAt };
  const entry = recordEntry({ organizationId, at, actor, action: 'api_key.rotated', targetId: id, details });
  if (!(await store.writer.transact([successor.activation, ending, entry]))) {
    await discardKey(store, successor.apiKey.id);
    throw concurrentUpdate();
  }
  return { apiKey: successor.apiKey, token: successor.token };
};
