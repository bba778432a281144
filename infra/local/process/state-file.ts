import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { messageOf, StartError } from './start-error.ts';

/**
 * Reads a JSON file that an earlier run wrote; `undefined` if there is none.
 *
 * @param loss what deleting the file would mean, to complete "delete it to ..."
 * @throws StartError when it cannot be read or understood
 */
export const readStateFile = <T>(path: string, schema: z.ZodType<T>, loss: string): T | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartError(`${path} cannot be read: ${messageOf(error)}.`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${path} is damaged: restore it, or delete it to ${loss}.`);
  }
};
