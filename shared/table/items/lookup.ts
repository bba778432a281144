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

/** A counter of lookups. */
export interface LookupCounter {
  readonly key: TableKey;
  /** The values that the lookups have in common, in a spelling that a record has. */
  readonly values: readonly string[];
}

/** A lookup to write or to remove. */
export interface LookupChange {
  readonly key: TableKey;
  readonly type: 'put' | 'delete';
  /** The version of the resource that the change leads to. */
  readonly version: number;
  /** Number the lookups that have a value in common. Default: none */
  readonly counters?: readonly LookupCounter[];
  /** Numbers the lookups of a call list, those of a person as one. Default: none */
  readonly counterOfPeople?: LookupCounter;
  /** When DynamoDB may delete the lookup, in seconds since 1970. @default never */
  readonly timeToLive?: number;
}
