import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSalesDataClient } from '../../clients/typescript/src/index.ts';
import { KIND_NAMES } from '../../shared/kinds/names.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { runProgram } from '../support/service/command.ts';
import { call, service } from '../support/service/service.ts';

const environment =
  tooSlow ?? (await pythonEnvironment('exports', 'test/connectors/exports/requirements.txt'));

/** What the script prints of a file. */
interface ReadFile {
  /** The types of DuckDB, by column. */
  readonly columns: Readonly<Record<string, string>>;
  readonly duckdb: readonly Values[];
  readonly pandas: readonly Values[];
}

type Values = Readonly<Record<string, unknown>>;

/** DuckDB's type of a field of {@link KIND_NAMES}. */
const duckTypeOf = (type: readonly string[], format: string | null): RegExp => {
  if (format === 'date-time') return /^TIMESTAMP WITH TIME ZONE$/;
  if (format === 'uuid') return /^(?:VARCHAR|UUID)$/;
  const types = { string: /^VARCHAR$/, boolean: /^BOOLEAN$/, integer: /^(?:BIG)?INT/, number: /^DOUBLE$/ };
  const named = Object.entries(types).find(([name]) => type.includes(name))?.[1];
  return named ?? (type.includes('array') ? /\[\]$/ : /^STRUCT|^JSON$|^VARCHAR$/);
};

const byId = (records: readonly Values[]) =>
  records.toSorted((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1));

/** The custom fields of a record are one column of JSON. */
const parsed = (record: Values): Values =>
  typeof record['customFields'] === 'string'
    ? { ...record, customFields: JSON.parse(record['customFields']) }
    : record;

describePython('an export as Parquet', environment, ({ python }) => {
  it.each(KIND_NAMES)(
    'has the records and types of %s in DuckDB and pandas',
    async (resource) => {
      const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
      try {
        const client = createSalesDataClient({ baseUrl: service.baseUrl, apiKey: service.first.key });
        const { files } = await client.download({ resource, format: 'parquet' });
        const paths: string[] = [];
        for await (const { name, content } of files) {
          const path = join(folder, name);
          writeFileSync(path, content);
          paths.push(path);
        }
        const script = join(import.meta.dirname, 'exports', 'read_parquet.py');
        const { exitCode, stdout, stderr } = await runProgram(python, [script, ...paths]);
        expect(exitCode, stderr).toBe(0);
        const read: readonly ReadFile[] = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));

        const { json } = await call(`/v1/${resource}?limit=${resource === 'call-list' ? 200 : 500}`);
        const { items } = json as { readonly items: readonly Values[] };
        const [first = {}] = items;
        // A single call list has `entryCount`, exports and events have `changedAt`, its collection has
        // neither.
        const columns = (await client.fields(resource)).filter(
          ({ path }) => !path.includes('.') && path !== 'entryCount',
        );
        for (const file of read) {
          expect(Object.keys(file.columns)).toEqual(columns.map(({ path }) => path));
          for (const { path, type, format } of columns) {
            expect(file.columns[path], path).toMatch(duckTypeOf(type, format));
          }
        }
        const collected = (records: readonly Values[]) =>
          byId(records.map(parsed)).map((record) =>
            Object.fromEntries(Object.keys(first).map((name) => [name, record[name]])),
          );
        expect(collected(read.flatMap(({ duckdb }) => duckdb))).toEqual(byId(items));
        expect(collected(read.flatMap(({ pandas }) => pandas))).toEqual(byId(items));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    120_000,
  );
});
