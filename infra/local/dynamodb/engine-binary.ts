import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../process/start-error.ts';

const PACKAGE = '@dynoxide/linux-x64';

interface Patch {
  readonly text: string;
  /** As long as the text. */
  readonly replacement: string;
  /** How often the text occurs. */
  readonly times: number;
}

const CORS_HEADERS =
  'access-control-allow-headersaccess-control-allow-methodsaccess-control-allow-originaccess-control-expose-headersaccess-control-max-age';

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

const withSettings = (statements: string): string =>
  `${SETTINGS}${statements.replaceAll(/\s+/g, ' ')}`.padEnd(statements.length);

/**
 * What @dynoxide 1.2.1 has no option for: who may call it, and how it opens its database. Without the
 * patches, any user of this machine and any web page could call it. The texts are constants of its binary.
 */
const patchesFor = (accessKeyId: string): readonly Patch[] => {
  const [start, end] = [accessKeyId.slice(0, 11), accessKeyId.slice(11, 21)];
  return [
    // It accepts any signature, but the Authorization header must contain these words, in upper or lower
    // case. Only callers that know the access key id can have its parts there.
    {
      text: 'Credential=credential=Signature=signature=',
      replacement: `${start}${start}${end}${end}`,
      times: 1,
    },
    // It also accepts signatures in the query, whose parameters cannot have this name.
    { text: 'X-Amz-Credential', replacement: '&'.repeat(16), times: 2 },
    // It allows every origin to read its responses and to send every header.
    {
      text: CORS_HEADERS,
      replacement: CORS_HEADERS.replaceAll('access-control-', 'x-not-supported'),
      times: 1,
    },
    { text: FIRST_STATEMENTS, replacement: withSettings(FIRST_STATEMENTS), times: 1 },
  ];
};

const apply = (binary: Buffer, { text, replacement, times }: Patch): void => {
  let count = 0;
  for (let at = binary.indexOf(text); at !== -1; at = binary.indexOf(text, at + text.length)) {
    binary.write(replacement, at, 'latin1');
    count += 1;
  }
  if (count !== times || replacement.length !== text.length) {
    throw new Error(`The patch of ${text} does not apply to the installed ${PACKAGE}`);
  }
};

const readBinary = (): Buffer => {
  try {
    const packageFile = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
    return readFileSync(join(dirname(packageFile), 'dynoxide'));
  } catch {
    throw new StartError(
      `The local DynamoDB is missing: install the package ${PACKAGE} (Linux, x64), or set DYNAMODB_ENDPOINT to another one, such as DynamoDB Local.`,
    );
  }
};

/**
 * Writes a copy of the engine that only accepts calls with the access key id, sends no CORS headers, and
 * syncs its log at checkpoints. The copy contains the access key id, so only its owner can read it.
 *
 * @param accessKeyId at least 21 characters
 * @throws StartError when the package is missing
 * @throws Error when the installed version lacks a patched text: review the patches after each update of the
 * engine
 */
export const writeEngineBinary = (path: string, accessKeyId: string): void => {
  const binary = readBinary();
  for (const patch of patchesFor(accessKeyId)) apply(binary, patch);
  // An orphaned engine may still run the old copy, which can then be removed but not overwritten.
  rmSync(path, { force: true });
  writeFileSync(path, binary, { mode: 0o700 });
};
