import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { readStateFile } from '../process/state-file.ts';

const KEY_BYTES = 32;

const stateSchema = z.strictObject({
  /** By key id, as base64. */
  keys: z.record(
    z.string(),
    z.base64().refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES),
  ),
});

/**
 * Reads the AES keys behind the KMS keys, and makes those that are missing. A key of an earlier stack is kept: what
 * was encrypted with it may come back. The file can be read by its owner only.
 *
 * @returns by key id
 * @throws StartError when the file exists and cannot be understood
 */
export const openKeyMaterial = async (
  path: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> => {
  const loss = 'make new keys, which nothing that was encrypted can be read with';
  const kept = readStateFile(path, stateSchema, loss)?.keys ?? {};
  const missing = keyIds.filter((id) => !Object.hasOwn(kept, id));
  const made = missing.map((id) => [id, randomBytes(KEY_BYTES).toString('base64')] as const);
  const keys = { ...kept, ...Object.fromEntries(made) };
  if (missing.length > 0) await writeFileAtomically(path, JSON.stringify({ keys }, null, 1));
  return new Map(Object.entries(keys).map(([id, text]) => [id, Buffer.from(text, 'base64')]));
};
