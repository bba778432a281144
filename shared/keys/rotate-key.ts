import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { MAX_GRACE_SECONDS } from '../contract/api-key-limits.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { meterAttributesOf } from './gateway-key-marks.ts';
import { KeyConflictError, type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { countForMember } from './member-limit.ts';
import { type CreatedApiKey, newKey } from './new-key.ts';
import { changeOwnership, NO_OWNERSHIP, ownershipOf } from './ownership.ts';
import { endsOf, MAX_PREDECESSORS, readActivePredecessors } from './predecessors.ts';
import type { KeyOptions } from './prepare-key.ts';

const ADVICE = 'Revoke one first, or rotate without a grace period.';

/** The end of the grace period, or the key's own expiry if that comes first. */
const endOf = (expiresAt: string | null, now: number, graceSeconds: number): string => {
  const end = timestampOf(new Date(now + graceSeconds * 1_000));
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
};

const requireRotatable = (key: ApiKey, now: string): void => {
  const state = stateOf(key, now);
  if (state !== 'active') throw new KeyConflictError(`The key is ${state}. Only active keys can be rotated.`);
  if (key.rotatedTo === null) return;
  throw new KeyConflictError(`The key was already rotated. Rotate its successor ${key.rotatedTo} instead.`);
};

/** The keys that share the gateway key with the successor. */
const predecessorsAfter = async (
  store: KeyStore,
  item: Item,
  endsAt: string,
  now: string,
): Promise<readonly Item[]> => {
  const active = await readActivePredecessors(store, item, now);
  if (endsAt <= now) return active;
  if (active.length < MAX_PREDECESSORS) return [...active, { ...item, expiresAt: endsAt }];
  throw new KeyConflictError(
    `${MAX_PREDECESSORS} rotated keys are still in their grace period, the maximum. ${ADVICE}`,
  );
};

interface Rotation extends KeyOptions {
  readonly id: string;
  readonly graceSeconds: number;
  readonly actor: Actor;
}

const attemptRotation = async (
  store: KeyStore,
  scope: KeyScope,
  { id, graceSeconds, actor, isLimited }: Rotation,
): Promise<CreatedApiKey | undefined | typeof LOST> => {
  const item = await readKey(store, scope, id);
  if (item === undefined) return undefined;
  const old = apiKeyFromItem(item);
  const now = Date.now();
  const at = timestampOf(new Date(now));
  requireRotatable(old, at);
  const { organizationId, name, permissions, plan, ownerId, expiresAt } = old;
  const settings = { organizationId, name, permissions, plan, ownerId, expiresAt };
  const endsAt = endOf(expiresAt, now, graceSeconds);
  const successor = newKey({ ...settings, createdAt: at, createdBy: actor.name });
  const predecessors = await predecessorsAfter(store, item, endsAt, at);
  const successorId = successor.apiKey.id;
  const details = { successorId, graceSeconds, endsAt };
  const isAnother = isLimited && graceSeconds > 0;
  const written = await store.writer.transact([
    ...(isAnother ? [await countForMember(store.reader, successor.apiKey, at, ADVICE)] : []),
    {
      put: {
        Item: { ...successor.item, ...meterAttributesOf(item), ...ownershipOf(item, endsOf(predecessors)) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    changeOwnership(item, NO_OWNERSHIP, { expiresAt: endsAt, rotatedTo: successorId }),
    recordEntry({ organizationId, at, actor, action: 'api_key.rotated', targetId: id, details }),
  ]);
  return written ? { apiKey: successor.apiKey, token: successor.token } : LOST;
};

/**
 * Creates a successor with the name, owner, permissions, plan and expiry of a key, which stays active for a
 * grace period. Both are metered by the same gateway key, so that a rotation grants no further requests. One
 * transaction writes both keys. It is repeated if the old one was changed since it was read.
 *
 * @param graceSeconds from 0 (the old key expires immediately) to {@link MAX_GRACE_SECONDS}
 * @param options whether the new key counts for the limit of its owner. Without a grace period it replaces
 *   the old one there, too
 * @returns the new key with its token, or `undefined` if the scope has no key with this id
 * @throws KeyConflictError if the old key is no longer active or was already rotated, or the new one is
 *   limited and its owner has the maximum of active keys
 */
export const rotateKey = async (
  store: KeyStore,
  scope: KeyScope,
  id: string,
  graceSeconds: number,
  actor: Actor,
  { isLimited }: KeyOptions = { isLimited: false },
): Promise<CreatedApiKey | undefined> => {
  if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > MAX_GRACE_SECONDS) {
    throw new RangeError(`The grace period must be between 0 and ${MAX_GRACE_SECONDS} seconds.`);
  }
  return retryLostRaces(() => attemptRotation(store, scope, { id, graceSeconds, actor, isLimited }));
};
