import { timingSafeEqual } from 'node:crypto';
import { apiKeyKey } from '../table/keys.ts';
import type { TableReader } from '../table/reader.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem, isPending, tokenHashOfItem } from './api-key-mapper.ts';
import { gatewayKeyOf } from './gateway-key-marks.ts';
import { hashToken, keyIdOfToken } from './token.ts';

/** A key whose secret the caller holds, and which may be used now. */
export interface AuthenticatedKey {
  readonly apiKey: ApiKey;
  /** The value of the gateway key by which API Gateway meters it. */
  readonly usageIdentifierKey: string;
}

/** Both are hex digests of the same length. */
const isSameHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * The key that a token belongs to, if it may be used now. Malformed tokens are refused without a read;
 * every other check comes after the secret was verified, so that nothing about a key can be learned from its
 * public id. The read is strongly consistent: a revocation that was acknowledged holds from then on.
 */
export const authenticate = async (
  reader: TableReader,
  token: string,
  now: string,
): Promise<AuthenticatedKey | undefined> => {
  const id = keyIdOfToken(token);
  if (id === undefined) return undefined;
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  if (item === undefined || !isSameHash(tokenHashOfItem(item), hashToken(token))) return undefined;
  if (isPending(item)) return undefined;
  const apiKey = apiKeyFromItem(item);
  if (stateOf(apiKey, now) !== 'active') return undefined;
  return { apiKey, usageIdentifierKey: gatewayKeyOf(item).name };
};
