import type { ApiKey } from '../../api/types.ts';

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
