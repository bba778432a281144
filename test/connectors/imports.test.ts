import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CopyState, createSalesDataClient } from '../../clients/typescript/src/index.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { newOrganizationWithAdmin } from '../support/organizations/admin.ts';
import { ROOT, runProgram } from '../support/service/command.ts';
import { createKey, service } from '../support/service/service.ts';

const [dlt, singer] = [
  tooSlow ?? (await pythonEnvironment('dlt', 'test/connectors/dlt/requirements.txt')),
  tooSlow ?? (await pythonEnvironment('singer', 'test/connectors/singer/requirements.txt')),
];

const PERMISSIONS = ['import:create', 'event:read', 'person:list', 'person.contact:read', 'company:list'];

/** Ends only what hangs. */
const PATIENCE = { timeout: 900_000, interval: 500 };

type Row = Readonly<Record<string, string>>;

const COMPANIES: readonly Row[] = [
  { 'Company ID': 'C-1', 'Company Name': 'Engines', Website: 'engines.example' },
];

/** An export of a CRM. The second one has a changed, a deleted and a new person. */
const peopleOf = (run: 1 | 2): readonly Row[] =>
  Array.from({ length: run === 1 ? 30 : 31 }, (_, index) => ({
    'Record ID': `P-${index}`,
    'First Name': `Ada ${index}`,
    'Job Title': run === 2 && index === 3 ? 'CEO' : 'Engineer',
    Email: `ada${index}@engines.example`,
    Phone: `+1 202 555 01${String(index).padStart(2, '0')}`,
    'Company ID': 'C-1',
    IsDeleted: String(run === 2 && index === 5),
  }));

const csvOf = (rows: readonly Row[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.join()}\n`)
    .join('');

/** A pipeline that imports both files. */
type Pipeline = (
  folder: string,
  apiKey: string,
  companies: readonly Row[],
  people: readonly Row[],
) => Promise<void>;

const run = async (program: string, options: readonly string[], environment: Record<string, string>) => {
  const result = await runProgram(program, options, { PYTHONDONTWRITEBYTECODE: '1', ...environment });
  expect(result.exitCode, result.stderr).toBe(0);
};

const imports = (pipeline: () => Pipeline) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'imports-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('imports exports of a CRM, whose changes reach a copy by the feed', async () => {
    const { organizationId } = await newOrganizationWithAdmin();
    const { key: apiKey } = await createKey(PERMISSIONS, { organizationId });
    const client = createSalesDataClient({ baseUrl: service.baseUrl, apiKey, retries: { attempts: 20 } });
    const copy = new Map<string, object>();
    let state: CopyState | undefined;
    const follow = () =>
      client.copy({
        follow: false,
        ...(state !== undefined && { state }),
        store: (batch) => {
          for (const change of batch.changes) {
            if (change.action === 'upsert') copy.set(change.id, change.data);
            else copy.delete(change.id);
          }
          ({ state } = batch);
        },
      });
    const stored = async () => {
      const all = new Map<string, object>();
      for await (const each of client.companies()) all.set(each.id, each);
      for await (const each of client.people()) all.set(each.id, each);
      return all;
    };
    const expectCopied = (count: number) =>
      vi.waitFor(async () => {
        await follow();
        expect(copy.size).toBe(count);
        expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(await stored()));
      }, PATIENCE);
    await pipeline()(folder, apiKey, COMPANIES, peopleOf(1));
    await expectCopied(31);
    await pipeline()(folder, apiKey, COMPANIES, peopleOf(2));
    await expectCopied(31);
    const found = async (id: string) => {
      for await (const person of client.people({ externalId: `crm:${id}` })) return person;
      return undefined;
    };
    await vi.waitFor(async () => {
      expect(await found('P-3')).toMatchObject({ title: 'CEO', phones: [{ number: '+12025550103' }] });
      expect(await found('P-5')).toBeUndefined();
      expect(await found('P-30')).toMatchObject({ firstName: 'Ada 30', companyId: expect.any(String) });
    }, PATIENCE);
  });
};

describePython('the dlt destination', dlt, ({ python }) => {
  imports(() => async (folder, apiKey, companies, people) => {
    cpSync(join(ROOT, 'connectors', 'dlt'), folder, { recursive: true });
    writeFileSync(join(folder, 'companies.csv'), csvOf(companies));
    writeFileSync(join(folder, 'people.csv'), csvOf(people));
    const files = ['companies', 'people'].map((kind) => `${kind}=${join(folder, `${kind}.csv`)}`);
    await run(python, [join(folder, 'sales_data_import.py'), '--source', 'crm', ...files], {
      RUNTIME__DLTHUB_TELEMETRY: 'false',
      DLT_DATA_DIR: join(tmpdir(), 'dlt-home'),
      DESTINATION__SALES_DATA__BASE_URL: service.baseUrl,
      DESTINATION__SALES_DATA__API_KEY: apiKey,
    });
  });
});

describePython('the Singer target', singer, ({ python }) => {
  imports(() => async (folder, apiKey, companies, people) => {
    const config = {
      base_url: service.baseUrl,
      api_key: apiKey,
      source: 'crm',
      kinds: { contacts: 'people' },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    const messages = Object.entries({ companies, contacts: people }).flatMap(([stream, rows]) => [
      {
        type: 'SCHEMA',
        stream,
        key_properties: [],
        schema: {
          properties: Object.fromEntries(
            Object.keys(rows[0] ?? {}).map((name) => [name, { type: 'string' }]),
          ),
        },
      },
      ...rows.map((record) => ({ type: 'RECORD', stream, record })),
    ]);
    const input = join(folder, 'messages.jsonl');
    writeFileSync(input, messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    const options = ['--config', join(folder, 'config.json'), '--input', input];
    const paths = { PYTHONPATH: join(ROOT, 'connectors', 'singer') };
    await run(python, ['-m', 'target_sales_data.target', ...options], paths);
  });
});
