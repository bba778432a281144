import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { importCommand } from '../../../infra/cli/imports/command.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { listImports } from '../../../shared/imports/import-repository.ts';
import { createPersonRepository } from '../../../shared/records/store/records.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { auditLogPartition, collectionPartition } from '../../../shared/table/items/keys.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { type EngineProxy, startEngineProxy } from '../../support/engine/engine-proxy.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { isCounter, withoutCounters } from '../../support/imports/import-fixture.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { ROOT, runScript } from '../../support/service/command.ts';
import { captureOutput, runHere } from '../../support/service/command-here.ts';
import { writeRunnerFile } from '../../support/service/runner-file.ts';

const SCRIPT = 'infra/cli/imports/main.ts';

let engine: TestEngine;
let directory: string;
let organization: string;
let organizations = 0;

beforeAll(async () => {
  engine = await startTestEngine();
  directory = mkdtempSync(join(tmpdir(), 'import-'));
  writeRunnerFile(directory, engine);
});
afterAll(async () => {
  await engine.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  organizations += 1;
  organization = `7f1c2d3e-0000-4000-8000-${String(organizations).padStart(12, '0')}`;
  await registerOrganization(engine, organization);
});

const file = (name: string, content: string): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  runHere(importCommand, args, { DATA_DIR: directory, ...environment });

const runImport = (...args: readonly string[]) => run(['--organization', organization, ...args]);

/** Runs in a separate process, as users do. */
const runImportScript = (...args: readonly string[]) =>
  runScript(SCRIPT, ['--organization', organization, ...args], { DATA_DIR: directory });

const people = (): string =>
  file('people.csv', 'Record ID,First Name\nP1,Nora\nP2,Otto,too many\nP3,Petra\n');

describe('npm run import', () => {
  test('prints its usage', async () => {
    const { exitCode, stdout } = await run(['--help']);
    expect(exitCode).toBe(0);
    for (const flag of ['--organization', '--call-lists', '--map', '--rejects', '--dry-run', '--region']) {
      expect(stdout).toContain(flag);
    }
  });

  test('says which flags there are instead of an argument', async () => {
    const { exitCode, stderr } = await run(['people.csv']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/'people\.csv'.*arguments\. Allowed flags: --organization, /);
  });

  test('writes rejected rows to a private file next to the imported one and exits with 2', async () => {
    const rejects = file('people.csv.rejects.csv', 'an old file');
    const { exitCode, stdout, stderr } = await runImportScript('--people', people(), '--rejects', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: false,
      people: { read: 3, created: 2, changed: 0, unchanged: 0, rejected: 1 },
      callLists: { read: 0 },
      rejects: [rejects],
    });
    expect(stderr).not.toContain('rejected:');
    expect(statSync(rejects).mode & 0o777).toBe(0o600);
    expect(readFileSync(rejects, 'utf8')).toBe(
      '\uFEFFRecord ID,First Name,reason\nP2,Otto,"Line 3: the row has 3 cells, the header 2",too many\n',
    );
  });

  test('imports corrected rejected rows as they are', async () => {
    const inputs = {
      '--companies': file(
        'firms.csv',
        'Company ID|Company Name|Domain\nC1|Nowhere|nowhere.example\nC2|Nobody\n',
      ),
      '--people': file('team.csv', 'Record ID;First Name;Phone\nP1;Nora;=1\nP2;Otto\n;Pia;+49 30 123456\n'),
      '--call-lists': file(
        'lists.jsonl',
        '{"id":"L1","name":"First","entries":[{"id":"E1","personId":"P1"},{"id":"E2","personId":"P2"}]}\n',
      ),
    };
    const importAll = async (suffixes: readonly string[]) => {
      const files = Object.entries(inputs).flatMap(([flag, path], index) => [
        flag,
        path + (suffixes[index] ?? ''),
      ]);
      const { exitCode, stdout } = await runImport(...files, '--rejects', '--json');
      return { exitCode, ...JSON.parse(stdout) };
    };
    const suffixes = ['.rejects.csv', '.rejects.csv', '.rejects.jsonl'];
    const rejects = Object.values(inputs).map((path, index) => `${path}${suffixes[index]}`);
    expect(await importAll([])).toMatchObject({
      ...{ exitCode: 2, rejects },
      companies: { created: 1, rejected: 1 },
      people: { created: 1, rejected: 2 },
      callListEntries: { created: 1, rejected: 1 },
    });
    const [companies = '', team = '', lists = ''] = rejects;
    const correct = (path: string, ...[wrong, right]: readonly [string, string]): void =>
      writeFileSync(path, readFileSync(path, 'utf8').replace(wrong, right));
    correct(companies, 'Nobody||', 'Nobody|nobody.example|');
    correct(team, 'Otto;;', 'Otto;+49 30 123457;');
    correct(team, '\n;Pia', '\nP3;Pia');
    // The person of the entry was rejected with it.
    expect(readFileSync(lists, 'utf8')).toMatch(/^\{"reason":"Line 1: .*"entries":\[\{"id":"E2"/);
    expect(await importAll(suffixes)).toMatchObject({
      ...{ exitCode: 0, rejects: [] },
      companies: { read: 1, created: 1 },
      people: { read: 2, created: 2 },
      callLists: { created: 0 },
      callListEntries: { read: 1, created: 1 },
    });
    const stored = await engine.itemsOf(`ORG#${organization}#PERSON`);
    const pia = stored.find(({ firstName }) => firstName === 'Pia');
    expect(pia).toMatchObject({ phones: [{ number: '+4930123456', raw: '+49 30 123456' }] });
    expect(pia).not.toHaveProperty('customFields.reason');
    expect(rejects.filter((path, index) => existsSync(`${path}${suffixes[index]}`))).toEqual([]);
  });

  test('leaves no file of rejected rows if no row is rejected', async () => {
    const rejects = file('fine.csv.rejects.csv', 'of an earlier import');
    await runImport('--people', file('fine.csv', 'Record ID,First Name\nP1,Nora\n'), '--rejects');
    expect(existsSync(rejects)).toBe(false);
  });

  test.each([
    ['CSV', 'twice.csv', 'Record ID,First Name\nD1,Dora\nD1,Not Dora\n', '.rejects.csv'],
    [
      'JSON Lines',
      'twice.jsonl',
      '{"externalIds":[{"source":"import","id":"D2"}],"firstName":"Dora"}\n' +
        '{"externalIds":[{"source":"import","id":"D2"}],"firstName":"Not Dora"}\n',
      '.rejects.jsonl',
    ],
  ])('rejects a row of a record again until it is corrected (%s)', async (_, name, text, suffix) => {
    const path = file(name, text);
    const importPeople = async (input: string) =>
      JSON.parse((await runImport('--people', input, '--rejects', '--json')).stdout).people;
    expect(await importPeople(path)).toMatchObject({ created: 1, rejected: 1 });
    const rejects = `${path}${suffix}`;
    expect(await importPeople(rejects)).toMatchObject({ changed: 0, rejected: 1 });
    const again = `${rejects}${suffix}`;
    expect(await importPeople(again)).toMatchObject({ changed: 0, rejected: 1 });
    const corrected = readFileSync(again, 'utf8').replace(/\bD([12])\b/, 'D$1-b');
    expect(await importPeople(file(`corrected-${name}`, corrected))).toMatchObject({ created: 1 });
    const cleared = readFileSync(again, 'utf8').replace(/"?Line \d+: .*\)"?(?=[,\n])/, '""');
    expect(await importPeople(file(`cleared-${name}`, cleared))).toMatchObject({ changed: 1 });
  });

  test('leaves an import for each file, and what it did in the audit log', async () => {
    const people = file('traced.csv', 'Record ID,First Name\nT1,Tara\nT1,Twice\n');
    const lists = file('traced-lists.csv', 'List ID,List Name,Position,Person Record ID\nL1,Traced,1,T1\n');
    await runImport('--people', people, '--call-lists', lists, '--source', 'crm', '--dry-run');
    const reader = engine.table.reader;
    const stored = async () =>
      (await listImports(reader, { organizationId: organization }, { limit: 9 })).imports;
    expect(await stored()).toEqual([]);
    await runImport('--people', people, '--call-lists', lists, '--source', 'crm');
    const imports = (await stored()).toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
    const rows = ({ counts }: (typeof imports)[number]) => [
      counts?.people.created,
      counts?.people.rejected,
      counts?.callListEntries.created,
    ];
    expect(
      imports.map(({ kind, fileName, source, status, startedBy, counts: _, ...item }) => [
        ...[kind, fileName, source, status, startedBy.id.slice(0, 4), item.size > 0],
      ]),
    ).toEqual([
      ['call-lists', 'traced-lists.csv', 'crm', 'completed', 'cli:', true],
      ['people', 'traced.csv', 'crm', 'completed', 'cli:', true],
    ]);
    expect(imports.map(rows)).toEqual([
      [0, 0, 1],
      [1, 1, 0],
    ]);
    const entries = await engine.itemsOf(auditLogPartition(organization));
    const actions = entries.filter(({ targetId }) => imports.some(({ id }) => id === targetId));
    expect(
      actions
        .map(({ action, details }) => `${action} ${Object(details).file} ${Object(details).created ?? ''}`)
        .sort(),
    ).toEqual([
      'import.finished traced-lists.csv 2',
      'import.finished traced.csv 1',
      'import.started traced-lists.csv ',
      'import.started traced.csv ',
    ]);
  });

  test('marks the records of each file with its own import, also what it deletes', async () => {
    const companies = file('marked-companies.csv', 'Record ID,Company Name\nC1,Acme\n');
    const people = (...rows: readonly string[]) =>
      file('marked.csv', `Record ID,First Name\n${rows.map((id) => `${id},Ann\n`).join('')}`);
    await runImport('--people', people('M1', 'M2'), '--companies', companies, '--source', 'crm');
    const replaced = await runImport(
      ...['--people', people('M1'), '--source', 'crm', '--delete-missing', '--confirm-deletions', '1'],
    );
    expect(replaced.exitCode).toBe(0);
    const reader = engine.table.reader;
    const { imports } = await listImports(reader, { organizationId: organization }, { limit: 9 });
    const [second, ...first] = imports.map(({ kind, id }) => [kind, id.slice(0, 8)] as const);
    const ofKind = new Map(first);
    const items = withoutCounters(await engine.itemsOf(`ORG#${organization}`));
    const marks = items.map(({ pk, mark }) => `${String(pk).split('#')[2]} ${String(mark).slice(0, 9)}`);
    expect(new Set(marks)).toEqual(
      new Set([
        `COMPANY ${ofKind.get('companies')}+`,
        `PERSON ${ofKind.get('people')}+`,
        `PERSON ${second?.[1]}~`,
      ]),
    );
  });

  test('prints the first twenty rejected rows and counts the others, without a rejects file', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `P${index},x,y`);
    const path = file('bad.csv', `Record ID,First Name\n${rows.join('\n')}\n`);
    const { exitCode, stdout, stderr } = await runImport('--people', path);
    expect(exitCode).toBe(2);
    expect(stderr.match(/bad\.csv:\d+: rejected: the row has 3 cells/g)).toHaveLength(20);
    expect(stderr).toContain('… and 5 more rejected rows');
    expect(stdout).toMatch(/people\s+25\s+0\s+0\s+0\s+25/);
  });

  test('exits with 0 when complete, and writes nothing in a dry run', async () => {
    const path = file('good.csv', 'Record ID,First Name\nP1,Nora\n');
    const dry = await runImport('--people', path, '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ dryRun: true, people: { created: 1 }, rejects: [] });
    expect(await engine.itemsOf(`ORG#${organization}`)).toEqual([]);
    expect((await runImport('--people', path)).exitCode).toBe(0);
    expect(withoutCounters(await engine.itemsOf(`ORG#${organization}`))).toHaveLength(1);
  });

  test.each([
    [['--people', 'x'], 'There is no file x.'],
    [['--people', 'x', '--regoin', 'US'], '--region'],
    [['--people', 'x', '--region', 'Mars'], 'ISO 3166'],
    [['--people', 'x', '--source', ' '], '--source'],
    [['--people', 'x', '--map', 'A'], '--map'],
    [['--people', '/tmp'], 'directory'],
    [['--people', '/dev/null'], 'not a regular file'],
    [['--people', 'x', '--date-format', 'ymd'], '--date-format must be dmy'],
    [['--people', 'x', '--ids', '-'], '--json'],
    [['--people', 'x', '--people', 'y'], 'twice'],
  ])('rejects %j', async (args, message) => {
    const { output, printed } = captureOutput();
    await expect(importCommand(['--organization', organization, ...args], output)).rejects.toThrow(message);
    expect(printed.stdout).toBe('');
  });

  test('prints one message on failure, or one document with --json, without a stack', async () => {
    const { exitCode, stdout, stderr } = await runImportScript('--json');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Error: No input file.*\n$/);
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining('--people') });
  });

  test('prints the field of each column before it writes, with three values in a dry run', async () => {
    const path = file(
      'columns.csv',
      `Contact ID,lead_id,Phone,Phone,Personal Hotline,Mood\n${['1', '2', '3', '4']
        .map((id) => `${id},L${id},202-555-010${id},x,(202) 555-011${id},fine`)
        .join('\n')}\n`,
    );
    const region = ['--region', 'US'];
    const dry = await runImport('--people', path, '--dry-run', ...region);
    const lines = dry.stderr.split('\n').map((line) => line.trimEnd());
    expect(lines.slice(0, 7)).toEqual([
      `${path}:`,
      expect.stringMatching(/^ {2}Contact ID {8}→ id {2,}"1", "2", "3"$/),
      expect.stringMatching(
        /^ {2}lead_id +→ custom field \(`Contact ID` fills `id`; 4 of 6 columns fill no field: map those that should\) +"L1", "L2", "L3"$/,
      ),
      expect.stringMatching(/^ {2}Phone +→ phones\.work +"202-555-0101", /),
      expect.stringMatching(
        /^ {2}Phone \(2\) +→ custom field \(the header repeats `Phone`; stored as .*\) +"x"$/,
      ),
      expect.stringMatching(
        /→ custom field \(it looks like phone numbers: --map 'Personal Hotline=phones\.work'\)/,
      ),
      expect.stringMatching(/^ {2}Mood +→ custom field +"fine"$/),
    ]);
    const { stderr, stdout } = await runImport('--people', path, '--json', ...region);
    expect(stderr).toContain('→ phones.work');
    expect(stderr).not.toContain('202-555-0101');
    expect(JSON.parse(stdout).columns[path][1]).toEqual({
      column: 'lead_id',
      field: null,
      as: 'customField',
      note: '`Contact ID` fills `id`; 4 of 6 columns fill no field: map those that should',
      samples: ['L1', 'L2', 'L3'],
    });
  });

  test('prints a notice and exits with 2 for a header without rows', async () => {
    const { exitCode, stderr } = await runImport('--people', file('none.csv', 'Record ID,First Name\n'));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('none.csv has no rows')]);
  });

  test('lists warnings by line or writes them to a private file, and exits with 0', async () => {
    const path = file('zones.csv', 'Record ID,Time Zone\nP1,Mars/Olympus\n');
    const printed = await runImport('--people', path);
    expect(printed.exitCode).toBe(0);
    expect(printed.stderr).toContain(`${path}:2: warning: timezone: "Mars/Olympus" is not an IANA time zone`);
    expect(printed.stdout).toMatch(/read +created +changed +unchanged +rejected +warnings\n.* 1 *$/m);
    const warnings = join(directory, 'warnings.csv');
    const { stdout } = await runImport('--people', path, '--warnings', warnings, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ warnings, people: { warnings: 1, unchanged: 1 } });
    expect(statSync(warnings).mode & 0o777).toBe(0o600);
    expect(readFileSync(warnings, 'utf8')).toBe(
      `file,line,field,value,reason\n${path},2,timezone,Mars/Olympus,"timezone: ""Mars/Olympus"" ` +
        'is not an IANA time zone such as America/New_York"\n',
    );
  });

  test('writes no formulas, and imports its own files without loss', async () => {
    const phone = '+4915112345678';
    const path = file('formulas.csv', `Record ID,Email,Phone\nP9,${phone},=1+1\nP9,,${phone}\n`);
    const warnings = join(directory, 'formulas-w.csv');
    await runImport('--people', path, '--warnings', warnings, '--rejects', '--json');
    expect(readFileSync(warnings, 'utf8')).toContain(`${path},2,emails,'${phone},`);
    expect(readFileSync(`${path}.rejects.csv`, 'utf8')).toContain(`\nP9,,'${phone},Line 3: id: `);
    const map = 'value=customFields.value,line=id,reason=customFields.reason';
    await runImport('--people', warnings, '--map', map, '--source', 'formulas', '--json');
    const id = createIdMaker(organization)('person', 'formulas', '2');
    const person = await createPersonRepository(engine.table.reader).get(organization, id);
    expect(person?.customFields).toMatchObject({ value: '=1+1' });
  });

  test('writes the id of each imported row with --ids, or adds them to the report', async () => {
    const args = ['--people', people(), '--source', 'crm', '--json'];
    const ids = join(directory, 'ids.csv');
    await runImport(...args, '--ids', ids);
    const idOf = (sourceId: string) => createIdMaker(organization)('person', 'crm', sourceId);
    const path = join(directory, 'people.csv');
    expect(readFileSync(ids, 'utf8').trim().split('\n')).toEqual([
      'kind,source,sourceId,id,file,line',
      `people,crm,P1,${idOf('P1')},${path},2`,
      `people,crm,P3,${idOf('P3')},${path},4`,
    ]);
    const { stdout } = await runImport(...args, '--ids', '-');
    expect(JSON.parse(stdout).ids).toEqual([
      { kind: 'people', source: 'crm', sourceId: 'P1', id: idOf('P1'), file: path, line: 2 },
      { kind: 'people', source: 'crm', sourceId: 'P3', id: idOf('P3'), file: path, line: 4 },
    ]);
  });

  test('passes --merge-rows, --create-companies, --strict and --date-format to the import', async () => {
    const path = file(
      'flags.csv',
      'Record ID,Phone,Company Name,Create Date,Time Zone\nP1,+12025550101,Nowhere Inc.,3/4/2024,\n' +
        'P1,+12025550102,,,\nP2,,,,Mars\n',
    );
    const flags = ['--merge-rows', '--create-companies', '--strict', '--date-format', 'dmy'];
    const { stdout } = await runImport('--people', path, '--json', ...flags);
    expect(JSON.parse(stdout)).toMatchObject({
      people: { read: 3, created: 1, merged: 1, rejected: 1, warnings: 0 },
      companiesCreatedForPeople: 1,
    });
    expect(await engine.itemsOf(`ORG#${organization}#PERSON`)).toMatchObject([
      {
        createdAt: '2024-04-03T00:00:00.000Z',
        phones: [{ number: '+12025550101' }, { number: '+12025550102' }],
      },
    ]);
  });

  test('lets a dropped file overwrite its records, even with the content of the last one', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const bucket = await createImportBucket(engine);
    const { organizationId, table } = bucket;
    const drop = async (path: string, text: string) => {
      await bucket.drain(bucket.drop(path, text).message);
      const { imports } = await listImports(table.reader, { organizationId }, { limit: 1 });
      return imports[0]?.status;
    };
    const dropPeople = () => drop('people/crm/a.csv', 'Record ID,First Name\nP1,Nora');
    const dropCompanies = () => drop('companies/crm/a.csv', 'Record ID,Company Name\nC1,Nowhere Inc.');
    expect([await dropPeople(), await dropCompanies()]).toEqual(['completed', 'completed']);
    const args = ['--people', file('wrong.csv', 'Record ID,First Name\nP1,Wrong'), '--source', 'crm'];
    args.push('--organization', organizationId);
    await run([...args, '--dry-run']);
    expect(await dropPeople()).toBe('skipped');
    await run(args);
    expect([await dropPeople(), await dropCompanies()]).toEqual(['completed', 'skipped']);
    const [stored] = await engine.itemsOf(`ORG#${organizationId}#PERSON`);
    expect(stored).toMatchObject({ firstName: 'Nora' });
  });

  test('never overwrites its input', async () => {
    const path = people();
    const rejects = file('people.csv.rejects.csv', 'Company ID,Company Name\nC1,Nora Inc.\n');
    const linked = join(directory, 'linked');
    symlinkSync(directory, linked);
    const again = join(linked, 'people.csv');
    const one = join(directory, 'one.csv');
    for (const [args, message] of [
      [['--warnings', path], '--warnings would overwrite people.csv, which is to be imported'],
      [
        ['--rejects', '--companies', rejects],
        '--rejects would overwrite people.csv.rejects.csv, which is to be',
      ],
      [
        ['--rejects', '--ids', rejects],
        '--ids would overwrite people.csv.rejects.csv, which --rejects writes',
      ],
      [['--warnings', one, '--ids', one], '--ids would overwrite one.csv, which --warnings writes'],
      [['--rejects', '--companies', again], '--rejects would write people.csv.rejects.csv twice'],
    ] as const) {
      const { exitCode, stderr } = await runImport('--people', path, ...args);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    for (const input of [path, rejects]) expect(readFileSync(input, 'utf8')).toContain('Nora');
  });

  test('requires an organization id', async () => {
    expect((await run(['--people', people()])).stderr).toContain('Missing `--organization ID`');
    expect((await run(['--people', people(), '--organization', 'ACME'])).stderr).toContain('lower-case UUID');
  });

  test('reports that no local service is running, even if its file remains', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'import-none-'));
    const args = ['--people', people(), '--organization', organization];
    const none = await run(args, { DATA_DIR: empty });
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('npm start')]);
    writeRunnerFile(empty, engine, { pid: 2 ** 22 - 1 });
    const left = await run(args, { DATA_DIR: empty });
    expect([left.exitCode, left.stderr]).toEqual([1, expect.stringContaining('No local service is running')]);
    rmSync(empty, { recursive: true });
  });
});

describe('--stack', () => {
  const stacks = createServer(async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    const output = (key: string, value: string) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
    const isKnown = parameters.get('Action') === 'DescribeStacks' && parameters.get('StackName') === 'sales';
    response.writeHead(isKnown ? 200 : 400, { 'Content-Type': 'text/xml' });
    response.end(
      isKnown
        ? `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>sales</StackName><Outputs>${output('TableName', engine.tableName)}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
        : '<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack does not ' +
            'exist</Message></Error></ErrorResponse>',
    );
  });
  let environment: Record<string, string>;
  beforeAll(async () => {
    environment = {
      AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${await listen(stacks)}`,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    };
  });
  afterAll(() => stacks.close());

  test('finds the table of a deployed stack, with standard SDK settings', async () => {
    const args = ['--organization', organization, '--people', file('good.csv', 'Record ID\nP1\n')];
    expect(await run([...args, '--stack', 'sales'], environment)).toMatchObject({ exitCode: 0 });
    expect(withoutCounters(await engine.itemsOf(`ORG#${organization}`))).toHaveLength(1);
    const missing = await run([...args, '--stack', 'other'], environment);
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      expect.stringContaining('The stack "other" cannot be read: Stack does not exist'),
    ]);
  });
});

const IDS = Array.from({ length: 144 }, (_, index) => index);
const MANY_PEOPLE = `Record ID,First Name\n${IDS.map((id) => `P${id},Nora ${id}`).join('\n')}\n`;
const MANY_ENTRIES = `List ID,List Name,Locked,Person ID\n${IDS.map(
  (id) => `L${id % 12},List ${id % 12},${id % 4 === 0},P${id}`,
).join('\n')}\n`;

const start = (args: readonly string[], dataDirectory: string): ChildProcess =>
  spawn(process.execPath, [join(ROOT, SCRIPT), ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

const ended = async (child: ChildProcess): Promise<number | null> => {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', (code) => resolve(code));
  return promise;
};

const WRITES = new Set(['BatchWriteItem', 'PutItem', 'TransactWriteItems', 'UpdateItem']);

/** Interrupts an import at its nth write, which does not get through. */
const cutOffAt = (proxy: EngineProxy, write: number, cut: () => void): void => {
  let writes = 0;
  proxy.failWhen(({ operation }) => {
    if (WRITES.has(operation)) writes += 1;
    if (writes < write) return undefined;
    if (writes === write) cut();
    return 'reset';
  });
};

describe('an interrupted import', () => {
  let proxy: EngineProxy;
  let data: string;
  beforeEach(async () => {
    proxy = await startEngineProxy(engine.endpoint);
    data = mkdtempSync(join(tmpdir(), 'import-cut-off-'));
    writeRunnerFile(data, { endpoint: proxy.url, tableName: engine.tableName });
  });
  afterEach(async () => {
    await proxy.stop();
    rmSync(data, { recursive: true });
  });

  test.each([6, 11])('completes when repeated after kill -9 at write %i', async (write) => {
    const args = ['--organization', organization, '--people', file('many.csv', MANY_PEOPLE)];
    args.push('--call-lists', file('entries.csv', MANY_ENTRIES), '--json');
    const child = start(args, data);
    const exit = ended(child);
    cutOffAt(proxy, write, () => child.kill('SIGKILL'));
    expect(await exit).toBeNull();
    await proxy.settled();
    const done = IDS.length * 3 + 12 + 1;
    const before = withoutCounters(await engine.itemsOf(`ORG#${organization}`));
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(done);

    const { exitCode, stdout } = await run(args);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ people: { read: 144 }, callListEntries: { read: 144 } });
    const all = await engine.itemsOf(`ORG#${organization}`);
    const items = withoutCounters(all);
    expect(items).toHaveLength(done);
    const counted = (collection: 'person' | 'call-list-entry') =>
      all
        .filter(({ pk, sk }) => pk === collectionPartition(organization, collection) && isCounter(sk))
        .reduce((sum, { total }) => sum + Number(total), 0);
    expect([counted('person'), counted('call-list-entry')]).toEqual([144, 144]);
    expect(items.find(({ sk }) => sk === 'COUNTS')).toMatchObject({ total: 12, locked: 3 });
    const entryCounts = items.filter(({ sk }) => sk === 'CALL_LIST').map(({ entryCount }) => entryCount);
    expect(new Set(entryCounts)).toEqual(new Set([12]));
    expect(items.every(({ version = 1 }) => version === 1)).toBe(true);
  });

  test('explains what to do and exits with 1 after the engine stopped', async () => {
    const child = start(['--organization', organization, '--people', file('many.csv', MANY_PEOPLE)], data);
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    const exit = ended(child);
    cutOffAt(proxy, 2, () => undefined);
    expect(await exit).toBe(1);
    expect(stderr).toMatch(/Error: The import stopped: .*repeat the command/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
