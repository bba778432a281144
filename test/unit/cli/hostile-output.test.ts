import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCommand } from '../../../infra/cli/imports/command.ts';
import { keysCommand } from '../../../infra/cli/keys/command.ts';
import { organizationsCommand } from '../../../infra/cli/organizations/command.ts';
import { preflightCommand } from '../../../infra/cli/preflight/command.ts';
import { recordsCommand } from '../../../infra/cli/records/command.ts';
import type { Command } from '../../../infra/cli/support/run-command.ts';
import { verifyCommand } from '../../../infra/cli/verify/command.ts';
import { webhooksCommand } from '../../../infra/cli/webhooks/command.ts';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { apiKeyToItem } from '../../../shared/keys/api-key-mapper.ts';
import { ORGANIZATION_DEFAULTS, organizationToItem } from '../../../shared/organizations/organization.ts';
import { putUser } from '../../../shared/organizations/users/user-repository.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { nextVersion } from '../../../shared/table/items/versions.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ROOT, runProgram } from '../../support/service/command.ts';
import { captureOutput, runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';
import { openCipher } from '../../support/webhooks/webhook-fixture.ts';

/** Sets the title of a terminal, colors, erases, reorders, and starts a line that looks like one of ours. */
const HOSTILE = 'Ünïcode \x1b]0;owned\x07\x9b31m\x7f\u2028\u202Edlrow\u2066\r\nError: forged';
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/u;

const ORGANIZATION = '8f1c2d3e-0000-4000-8000-000000000001';
const AT = '2026-01-01T00:00:00.000Z';

let engine: TestEngine;
let directory: string;
let people: string;

/** Every API and every AWS service: answers with hostile errors. */
const service = createServer((request, response) => {
  request.resume().on('end', () => {
    const type = request.headers['content-type'] ?? '';
    const error = `<Error><Code>Hostile</Code><Message>${HOSTILE}</Message></Error>`;
    response.statusCode = 400;
    if (type.includes('urlencoded')) response.end(`<ErrorResponse>${error}</ErrorResponse>`);
    else if (type.includes('amz-json')) response.end(JSON.stringify({ __type: 'Hostile', message: HOSTILE }));
    else response.end(HOSTILE);
  });
});
let url: string;

beforeAll(async () => {
  engine = await startTestEngine();
  url = `http://127.0.0.1:${await listen(service)}`;
  directory = mkdtempSync(join(tmpdir(), 'hostile-'));
  writeRunnerFile(directory, engine, {
    apiGateway: url,
    cognito: url,
    endpoints: { sqs: url, kms: url },
    outputs: {
      ApiUrl: url,
      AdminUrl: url,
      ConsoleUrl: url,
      SignInUrl: url,
      UserPoolId: 'pool',
      UserPoolClientId: 'client',
      FirstDeliveryQueueUrl: url,
      RetryDeliveryQueueUrl: url,
      EventQueueUrl: url,
      WebhookKeyId: 'key',
    },
  });
  people = join(directory, `${HOSTILE.replaceAll('/', '')}.csv`);
  const cell = `"${HOSTILE}"`;
  writeFileSync(
    people,
    `Record ID,Do Not Call,Email,Time Zone,${cell.replace('\r', '')}\nP1,,${cell},${cell},${cell}\n` +
      `P2,${cell},,,\nP2,"open\n`,
  );

  const table = engine.table;
  const organization = { ...ORGANIZATION_DEFAULTS, id: ORGANIZATION, name: HOSTILE, createdAt: AT };
  const key = {
    ...{ id: 'k1', organizationId: ORGANIZATION, name: HOSTILE, permissions: [], plan: 'standard' },
    ...{
      client: null,
      hint: HOSTILE,
      ownerId: null,
      grantedBy: null,
      createdAt: AT,
      createdBy: HOSTILE,
      expiresAt: null,
      allowedAddresses: null,
      importSource: null,
    },
    ...{ revokedAt: null, lastUsedAt: null, rotatedTo: null },
  };
  const user = {
    ...{ id: 'u1', organizationId: ORGANIZATION, email: HOSTILE, role: 'admin' as const },
    ...{ identityProvider: null, isDisabled: false, hasSignedIn: true },
    ...{ invitedAt: AT, invitedBy: HOSTILE, lastSignInAt: null },
  };
  await table.writer.transact([
    { put: { Item: nextVersion(organizationToItem(organization), undefined) } },
    { put: { Item: apiKeyToItem(key, 'hash') } },
    putUser(user, undefined),
  ]);
  await createEndpoint(
    { store: table, cipher: openCipher, policy: {} },
    {
      ...{ organizationId: ORGANIZATION, url: 'https://hooks.example/', description: HOSTILE },
      ...{ eventTypes: ['*'], includesContactDetails: true },
    },
    { id: HOSTILE, name: HOSTILE, from: null },
  );
});
afterAll(async () => {
  await closeServer(service);
  await engine.stop();
  rmSync(directory, { recursive: true });
});

const run = (command: Command, args: readonly string[]) =>
  runHere(command, args, {
    ...{ DATA_DIR: directory, AWS_ENDPOINT_URL: url, AWS_REGION: 'eu-central-1', AWS_MAX_ATTEMPTS: '1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  });

const here = ['--organization', ORGANIZATION];
const importing = () => [...here, '--people', people];

const RUNS: readonly (readonly [string, Command, () => readonly string[]])[] = [
  ['import', importCommand, importing],
  ['import --dry-run', importCommand, () => [...importing(), '--dry-run']],
  ['import --strict', importCommand, () => [...importing(), '--strict']],
  ['import --map', importCommand, () => [...importing(), '--map', `"${HOSTILE}"=nothing`]],
  ['import of a missing file', importCommand, () => [...here, '--people', `/missing/${HOSTILE}`]],
  ['keys list', keysCommand, () => ['list', ...here]],
  ['organizations list', organizationsCommand, () => ['list']],
  ['organizations users', organizationsCommand, () => ['users', ...here]],
  [
    'records show',
    recordsCommand,
    () => ['show', ...here, '--id', createIdMaker(ORGANIZATION)('person', 'import', 'P1')],
  ],
  ['webhooks list', webhooksCommand, () => ['list', ...here]],
  ['preflight', preflightCommand, () => ['--assembly', directory]],
  ['verify', verifyCommand, () => []],
  ...Object.entries({
    import: importCommand,
    keys: keysCommand,
    organizations: organizationsCommand,
    records: recordsCommand,
    webhooks: webhooksCommand,
    preflight: preflightCommand,
    verify: verifyCommand,
  }).map(([name, command]) => [`${name} with a hostile argument`, command, () => [HOSTILE]] as const),
];

const expectHarmless = (text: string): void => {
  expect(text).not.toMatch(UNPRINTABLE);
  expect(text).not.toMatch(/^Error: forged/m);
};

describe('a command line tool', () => {
  it.each(RUNS)('escapes terminal control characters in foreign text: %s', async (_, command, args) => {
    const { stdout, stderr } = await run(command, args());
    expectHarmless(stdout);
    expectHarmless(stderr);
    expect(stdout + stderr).toContain('owned');
  });

  it.each(RUNS)('prints the exact document with --json: %s', async (_, command, args) => {
    const { stdout, stderr } = await run(command, [...args(), '--json']);
    expectHarmless(stdout);
    expectHarmless(stderr);
    const texts: string[] = [];
    JSON.parse(stdout, (__, value) => typeof value === 'string' && texts.push(value));
    expect(texts).toContainEqual(expect.stringContaining(HOSTILE.slice(0, HOSTILE.indexOf('\u2028'))));
  });

  it('keeps the exact text in files', async () => {
    const ids = join(directory, 'warnings.csv');
    await run(importCommand, [...importing(), '--warnings', ids, '--json']);
    expect(readFileSync(ids, 'utf8')).toContain(HOSTILE);
  });

  it('escapes messages above the progress bar of a terminal', async () => {
    const script = join(ROOT, 'infra/cli/imports/main.ts');
    const terminal = '--import=data:text/javascript,process.stderr.isTTY=true';
    const { stderr } = await runProgram(process.execPath, [terminal, script, ...importing()], {
      DATA_DIR: directory,
    });
    expect(stderr).toContain('owned');
    expect(stderr).not.toContain('\u001b]');
    // The bar itself moves the cursor.
    expectHarmless(stderr.replaceAll('\r', '').replaceAll('\u001b', ''));
  });

  it('prints only through the output that escapes', () => {
    const root = join(ROOT, 'infra/cli');
    const printers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .filter((path) =>
        /process\.std(?:out|err)\.write|console\.(?:log|info|warn|error)/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      );
    // The progress bar moves the cursor itself.
    expect(printers.toSorted()).toEqual([join('imports', 'progress.ts'), join('support', 'output.ts')]);
  });
});

describe('createOutput', () => {
  const text = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...HOSTILE)),
  });

  it('prints one line per line, and loses no document', () => {
    fc.assert(
      fc.property(text, (value) => {
        const { output, printed } = captureOutput();
        output.result([value, 'second']);
        output.message(value);
        expect(printed.stdout).toMatch(/^[^\n]*\nsecond\n$/);
        expect(printed.stderr).toMatch(/^[^\n]*\n$/);
        expect(printed.stdout + printed.stderr).not.toMatch(UNPRINTABLE);
        const { output: other, printed: document } = captureOutput();
        other.document({ [value]: value });
        expect(document.stdout).not.toMatch(UNPRINTABLE);
        expect(JSON.parse(document.stdout)).toEqual({ [value]: value });
      }),
    );
  });

  it('leaves ordinary text unchanged', () => {
    const { output, printed } = captureOutput();
    output.result('Zoë 日本 👩‍💻 עברית "C:\\new" – …');
    expect(printed.stdout).toBe('Zoë 日本 👩‍💻 עברית "C:\\new" – …\n');
  });
});
