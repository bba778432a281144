import { hash } from 'node:crypto';
import type { TableKey } from './keys.ts';

/** 132 bits, so that different values never share a partition. */
const HASH_LENGTH = 22;

/**
 * The partition with the lookups of everything that has a value. It contains a hash of the value: values may
 * be longer than a key, and are personal data.
 *
 * @param value in the form that all its spellings have in common
 */
export const hashedPartition = (organizationId: string, kind: string, value: string): string =>
  `LOOKUP#${organizationId}#${kind}#${hash('sha256', value, 'base64url').slice(0, HASH_LENGTH)}`;

/** A lookup to write or to remove. */
export interface LookupChange {
  readonly key: TableKey;
  readonly type: 'put' | 'delete';
  /** The version of the resource that the change leads to. */
  readonly version: number;
  /** When DynamoDB may delete the lookup, in seconds since 1970. @default never */
  readonly timeToLive?: number;
}
