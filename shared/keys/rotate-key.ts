import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { MAX_GRACE_SECONDS } from '../contract/keys/api-key-limits.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { withoutAbsent } from '../table/items/attributes.ts';
import { versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import { KeyConflictError, type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { changeKey } from './key-writes.ts';
import { countForMember, type KeyOptions } from './member-limit.ts';
import { meteringOf } from './metering.ts';
import { type CreatedApiKey, newKey } from './new-key.ts';
import { MAX_PREDECESSORS, PREDECESSORS, readActivePredecessors } from './predecessors.ts';

const ADVICE = 'Revoke one first, or rotate without a grace period.';

/** The end of the grace period, or the key's own expiry if that comes first. */
const endOf = (expiresAt: string | null, now: number, graceSeconds: number): string => {
  const end = timestampOf(new Date(now + graceSeconds * 1_000));
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
};

const requireRotatable = (key: ApiKey, now: string): void => {
  const state = stateOf(key, now);
  if (state !== 'active') throw new KeyConflictError(`The key is ${state}. Only active keys can be rotated.`);
  if (key.client !== null) {
    throw new KeyConflictError('A connected app renews its tokens itself. Revoke it to end its access.');
  }
  if (key.rotatedTo === null) return;
  throw new KeyConflictError(`The key was already rotated. Rotate its successor ${key.rotatedTo} instead.`);
};

/** The ids of the keys that share the gateway keys of the successor. */
const predecessorsAfter = async (
  store: KeyStore,
  item: Item,
  endsAt: string,
  now: string,
): Promise<readonly string[]> => {
  const active = (await readActivePredecessors(store, item, now)).map(({ id }) => String(id));
  if (endsAt <= now) return active;
  if (active.length < MAX_PREDECESSORS) return [...active, String(item['id'])];
  throw new KeyConflictError(
    `${MAX_PREDECESSORS} rotated keys are still in their grace period, the maximum. ${ADVICE}`,
  );
};

interface RotationOptions extends KeyOptions {
  /** When the new key expires, `null` for never. Default: as the old one. */
  readonly expiresAt?: ApiKey['expiresAt'] | undefined;
}

interface Rotation extends RotationOptions {
  readonly id: string;
  readonly graceSeconds: number;
  readonly actor: Actor;
}

const attemptRotation = async (
  store: KeyStore,
  scope: KeyScope,
  { id, graceSeconds, actor, isLimited, expiresAt: newExpiresAt }: Rotation,
): Promise<CreatedApiKey | undefined | typeof LOST> => {
  const item = await readKey(store, scope, id);
  if (item === undefined) return undefined;
  const old = apiKeyFromItem(item);
  const now = Date.now();
  const at = timestampOf(new Date(now));
  requireRotatable(old, at);
  const { organizationId, name, permissions, plan, ownerId, grantedBy, expiresAt } = old;
  const { allowedAddresses, importSource } = old;
  const settings = {
    organizationId,
    name,
    permissions,
    plan,
    ownerId,
    grantedBy,
    expiresAt: newExpiresAt === undefined ? expiresAt : newExpiresAt,
    allowedAddresses,
    importSource,
  };
  const endsAt = endOf(expiresAt, now, graceSeconds);
  const successor = newKey({ ...settings, createdAt: at, createdBy: actor.name });
  const shared = withoutAbsent({
    ...meteringOf(item),
    [PREDECESSORS]: await predecessorsAfter(store, item, endsAt, at),
  });
  const successorId = successor.apiKey.id;
  const details = { successorId, graceSeconds, endsAt, expiresAt: settings.expiresAt };
  const isAnother = isLimited && graceSeconds > 0;
  const written = await store.writer.transact([
    ...(isAnother ? [await countForMember(store.reader, successor.apiKey, at, ADVICE)] : []),
    { put: { Item: { ...successor.item, ...shared }, ConditionExpression: 'attribute_not_exists(pk)' } },
    changeKey(id, versionOf(item), { expiresAt: endsAt, rotatedTo: successorId }),
    recordEntry('api_key.rotated', { organizationId, at, actor, targetId: id }, details),
  ]);
  return written ? { apiKey: successor.apiKey, token: successor.token } : LOST;
};

/**
 * Creates a successor with the name, owner, permissions, plan and bounds of a key, which stays
 * active for a grace period. Both are metered by the same gateway keys, so that a rotation grants no
 * further requests. One transaction writes both keys. It is repeated if the old one was changed since it was
 * read.
 *
 * @param graceSeconds from 0 (the old key expires immediately) to {@link MAX_GRACE_SECONDS}
 * @param options when the new key expires, and whether it counts for the limit of its owner. Without a grace
 *   period it replaces the old one there, too
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
  options: RotationOptions = { isLimited: false },
): Promise<CreatedApiKey | undefined> => {
  if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > MAX_GRACE_SECONDS) {
    throw new RangeError(`The grace period must be between 0 and ${MAX_GRACE_SECONDS} seconds.`);
  }
  return retryLostRaces(() => attemptRotation(store, scope, { id, graceSeconds, actor, ...options }));
};
