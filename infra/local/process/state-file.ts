import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { messageOf, StartError } from './start-error.ts';

/**
 * Reads a JSON file that an earlier run wrote; `undefined` if it does not exist.
 *
 * @param loss the consequence of deleting the file, to complete "delete it to ..."
 * @throws StartError when the file cannot be read or parsed
 */
export const readStateFile = <T>(path: string, schema: z.ZodType<T>, loss: string): T | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartError(`Cannot read ${path}: ${messageOf(error)}.`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${path} is damaged: restore it, or delete it to ${loss}.`);
  }
};
