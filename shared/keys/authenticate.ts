import { timingSafeEqual } from 'node:crypto';
import type { RefusalReason } from '../contract/request-limits.ts';
import { optionalString } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { TableReader } from '../table/reader.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem, isPending, TOKEN_EXPIRES_AT, tokenHashOfItem } from './api-key-mapper.ts';
import { addressSecretOf } from './caller-address.ts';
import { meterOf } from './metering.ts';
import { hashToken, keyIdOfToken } from './token.ts';

/** An active key whose secret the caller holds. */
export interface AuthenticatedKey {
  readonly apiKey: ApiKey;
  /** The value of the gateway key that meters it. */
  readonly usageIdentifierKey: string;
  /** The usage plan of that gateway key, which the key's own plan replaces soon if it was just changed. */
  readonly meteredPlan: string;
  /** Signs the address of its caller. For connected apps, and keys that are limited to some addresses. */
  readonly addressSecret: string | null;
}

/** Receives a key that exists and was refused. */
export type OnRefusal = (apiKey: ApiKey, reason: RefusalReason) => void;

/** Both are hex digests of the same length. */
export const isSameHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Returns the active key that a token belongs to. A malformed token costs no read. All other checks follow
 * the verification of the secret, so that a public id reveals nothing about its key. The read is strongly
 * consistent: an acknowledged revocation applies to the next request.
 *
 * @param onRefusal for the log of the key's organization; the caller of the API must not learn the reason
 */
export const authenticate = async (
  reader: TableReader,
  token: string,
  now: string,
  onRefusal: OnRefusal = () => undefined,
): Promise<AuthenticatedKey | undefined> => {
  const id = keyIdOfToken(token);
  if (id === undefined) return undefined;
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  if (item === undefined || isPending(item)) return undefined;
  const apiKey = apiKeyFromItem(item);
  if (!isSameHash(tokenHashOfItem(item), hashToken(token))) {
    onRefusal(apiKey, 'wrong-secret');
    return undefined;
  }
  const state = stateOf(apiKey, now);
  if (state !== 'active') {
    onRefusal(apiKey, state);
    return undefined;
  }
  const tokenEnd = optionalString(item, TOKEN_EXPIRES_AT);
  if (tokenEnd !== null && tokenEnd <= now) {
    onRefusal(apiKey, 'token-expired');
    return undefined;
  }
  const { name, plan } = meterOf(item, now);
  return { apiKey, usageIdentifierKey: name, meteredPlan: plan, addressSecret: addressSecretOf(item) };
};
