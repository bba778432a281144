import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { feedCursor } from '../../../functions/http/event-cursor.ts';
import { clientArchive, runIn } from '../../support/clients/client-package.ts';
import { clientEnvironment, installClient } from '../../support/clients/python-client.ts';
import { describeAdmin } from '../../support/organizations/admin.ts';
import {
  type CopiedRecords,
  comparable,
  createCopiedOrganization,
  expectCompleteCopy,
} from '../../support/records/copied-organization.ts';
import { ROOT } from '../../support/service/command.ts';
import { at, service } from '../../support/service/service.ts';

type Organization = Awaited<ReturnType<typeof createCopiedOrganization>>;

const guideOf = (name: string): string => readFileSync(join(ROOT, 'infra/docs/guides', name), 'utf8');
const blocksOf = (fence: string, name = 'sync.md'): readonly string[] =>
  [...guideOf(name).matchAll(new RegExp(`^\`\`\`${fence}\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the guides' programs. */
const createFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sync-guide-')));
  folders.push(folder);
  const files = {
    'package.json': '{ "type": "module" }',
    'schema.sql': at(blocksOf('sql'), 0),
    'sync.ts': at(blocksOf('ts'), 0),
    'sync.py': at(blocksOf('python'), 0),
    'events.ts': at(blocksOf('ts', 'events.md'), 0),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

/** A folder with the guides' programs and the client, as a reader has them. */
const folderWithClient = createFolder();
beforeAll(async () => {
  const { exitCode, stderr } = await runIn(folderWithClient, `npm install '${await clientArchive()}'`);
  expect(exitCode, stderr).toBe(0);
});

const run = async (folder: string, command: string, { apiKey }: Organization): Promise<string> => {
  const { exitCode, stdout, stderr } = await runIn(folder, command, {
    BASE_URL: service.baseUrl,
    API_KEY: apiKey,
  });
  expect(exitCode, stderr).toBe(0);
  return stdout;
};

const rowsOf = (database: DatabaseSync): CopiedRecords =>
  new Map(
    database
      .prepare('SELECT kind, id, data FROM record')
      .all()
      .map(({ kind, id, data }) => [`${kind} ${id}`, comparable(String(kind), JSON.parse(String(data)))]),
  );

/** The guide's statements, by the name in the comment before each. */
const statementsOf = (database: DatabaseSync) =>
  Object.fromEntries(
    [...at(blocksOf('sql'), 1).matchAll(/^-- (\w+): .*\n([^;]*);/gm)].map(([, name = '', statement = '']) => [
      name,
      database.prepare(statement),
    ]),
  );

const inDatabase = <T>(folder: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(folder, 'copy.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
};

/** Brings the copy up to date with the guide's statements. */
const runSql = async (folder: string, { client }: Organization): Promise<void> => {
  const database = new DatabaseSync(join(folder, 'copy.db'));
  database.exec(readFileSync(join(folder, 'schema.sql'), 'utf8'));
  const { upsert, delete: remove, sweep, save } = statementsOf(database);
  const saved = database.prepare("SELECT value FROM state WHERE name = 'sql'").get();
  await client.copy({
    store({ changes, scan, deleteScansBefore = 0, state }) {
      for (const change of changes) {
        const { kind, id } = change;
        if (change.action === 'upsert') upsert?.run({ kind, id, scan, data: JSON.stringify(change.data) });
        else remove?.run({ kind, id });
      }
      sweep?.run({ scan: deleteScansBefore });
      save?.run({ name: 'sql', value: JSON.stringify(state) });
    },
    ...(saved === undefined ? {} : { state: JSON.parse(String(saved['value'])) }),
    follow: false,
  });
  database.close();
};

const python = await clientEnvironment();

const runPython = async (folder: string, organization: Organization): Promise<void> => {
  if ('skipped' in python) throw new Error(python.skipped);
  const { variables } = await installClient(python);
  await run(
    folder,
    `PYTHONPATH='${variables['PYTHONPATH']}' '${python.python}' sync.py --once`,
    organization,
  );
};

const node = `'${process.execPath}'`;

const PROGRAMS: readonly (readonly [
  string,
  (folder: string, organization: Organization) => Promise<unknown>,
])[] = [
  ['TypeScript', (folder, organization) => run(folder, `${node} sync.ts --once`, organization)],
  ['Python', runPython],
  ['SQL', runSql],
];

describeAdmin('the sync guide', () => {
  it.for(PROGRAMS)('keeps a complete copy with %s', async ([language, sync], { skip }) => {
    if (language === 'Python' && 'skipped' in python) {
      const reason = `Skipped: the Python program of the sync guide: ${python.skipped}.`;
      console.info(reason);
      skip(reason);
      return;
    }
    const organization = await createCopiedOrganization();
    const { organizationId, erasedId, collections, changes } = organization;
    const folder = language === 'TypeScript' ? folderWithClient : createFolder();
    const copied = () => inDatabase(folder, rowsOf);
    await sync(folder, organization);
    const before = copied();
    expect(before).toEqual(await collections());
    expect(before.has(`person ${erasedId}`)).toBe(true);

    for (const change of changes) await change();
    await expectCompleteCopy(() => sync(folder, organization), copied, collections);
    expect(copied()).not.toEqual(before);
    expect(copied().has(`person ${erasedId}`)).toBe(false);

    // A cursor that the feed no longer knows, and a record that was deleted meanwhile.
    const expired = feedCursor(organizationId, { chunk: 1_000_000, index: 0, epoch: 0 });
    inDatabase(folder, (database) => {
      const { value } = database.prepare('SELECT value FROM state').get() ?? {};
      const state = String(value).replace(/"[\w-]{20,}"/, JSON.stringify(expired));
      expect(state).not.toBe(value);
      database.prepare('UPDATE state SET value = ?').run(state);
      database.exec("INSERT INTO record VALUES ('person', 'gone', 1, '{}')");
    });
    await sync(folder, organization);
    expect(copied()).toEqual(await collections());
    expect(
      inDatabase(folder, (database) => database.prepare('SELECT count(*) AS n FROM person').get()),
    ).toEqual({
      n: [...copied().keys()].filter((key) => key.startsWith('person ')).length,
    });
  });
});

describeAdmin('the events guide', () => {
  it('runs its program, which continues at its cursor', async () => {
    const organization = await createCopiedOrganization();
    const list = at(organization.callLists, 0);
    let output = '';
    const cursor = () => output.match(/(?<=^cursor: )\S+$/gm)?.at(-1);
    await vi.waitFor(
      async () => {
        const start = cursor() === undefined ? '' : `CURSOR=${cursor()}`;
        output += await run(folderWithClient, `${start} ${node} events.ts`, organization);
        expect(output).toContain(`created: ${list.id}\n`);
      },
      { timeout: 300_000, interval: 200 },
    );
    output += await run(folderWithClient, `CURSOR=${cursor()} ${node} events.ts`, organization);
    expect(output.split(`created: ${list.id}\n`)).toHaveLength(2);
  });
});
