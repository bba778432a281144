import type { ApiKey, IssuedKey } from '../../api/types.ts';

export const withChanged = (keys: readonly ApiKey[], changed: ApiKey): readonly ApiKey[] =>
  keys.map((key) => (key.id === changed.id ? changed : key));

/** Prepends a new key, without its value. */
export const withIssued = (keys: readonly ApiKey[], { key: _, ...issued }: IssuedKey): readonly ApiKey[] => [
  issued,
  ...keys,
];

/**
 * A key after its rotation, as the API would now return it.
 *
 * @param now in milliseconds since 1970
 */
export const afterRotation = (
  key: ApiKey,
  successorId: string,
  graceSeconds: number,
  now: number,
): ApiKey => {
  const end = new Date(now + graceSeconds * 1_000).toISOString();
  const expiresAt = key.expiresAt !== null && key.expiresAt < end ? key.expiresAt : end;
  return { ...key, expiresAt, rotatedTo: successorId, state: graceSeconds === 0 ? 'expired' : key.state };
};
