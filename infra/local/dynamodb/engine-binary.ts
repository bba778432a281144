import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { FoundEngine } from './find-engine.ts';

/** From 1.3.0 on, the engine opens its database in a transaction, in which SQLite refuses the settings. */
const PATCHED_VERSION = '1.2.1';

/** The first statements that the engine executes after it has opened its database. */
const FIRST_STATEMENTS = `CREATE TABLE IF NOT EXISTS _config (
                key TEXT PRIMARY KEY,
                value TEXT NOT NULL
            );

            CREATE TABLE IF NOT EXISTS _tables (
`;

/**
 * By default, SQLite syncs its log to the disk with each commit, and the engine commits each item of a
 * BatchWriteItem. With NORMAL it syncs at checkpoints only: a killed process loses nothing, a power failure
 * may lose the last commits.
 */
const SETTINGS = 'PRAGMA synchronous=NORMAL;';

/** The settings and statements, padded to the length of the statements, whose white space they use. */
const WITH_SETTINGS = `${SETTINGS}${FIRST_STATEMENTS.replaceAll(/\s+/g, ' ')}`.padEnd(
  FIRST_STATEMENTS.length,
);

/**
 * Writes a copy of the engine that syncs its log at checkpoints, for which the engine has no option.
 *
 * @returns `false` for other versions, and on macOS, which runs only signed programs, and Windows
 */
export const writeFastEngine = ({ path, version }: FoundEngine, copy: string): boolean => {
  if (version !== PATCHED_VERSION || process.platform !== 'linux') return false;
  const binary = readFileSync(path);
  const at = binary.indexOf(FIRST_STATEMENTS);
  if (at === -1) return false;
  binary.write(WITH_SETTINGS, at, 'latin1');
  // An orphaned engine may still run the old copy, which can then be removed but not overwritten.
  rmSync(copy, { force: true });
  writeFileSync(copy, binary, { mode: 0o700 });
  return true;
};
