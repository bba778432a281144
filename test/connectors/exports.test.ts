import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSalesDataClient, type NewExport } from '../../clients/typescript/src/index.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../shared/contract/exports/export-limits.ts';
import { KIND_NAMES } from '../../shared/kinds/names.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { runProgram } from '../support/service/command.ts';
import { call, service } from '../support/service/service.ts';

const environment =
  tooSlow ?? (await pythonEnvironment('exports', 'test/connectors/exports/requirements.txt'));

const TOOLS = ['duckdb', 'polars', 'pandas'] as const;

/** What the script prints of a file. */
type ReadFile = Readonly<Record<(typeof TOOLS)[number], readonly Values[]>> & {
  /** The types of DuckDB, by column. */
  readonly columns: Readonly<Record<string, string>>;
};

type Values = Readonly<Record<string, unknown>>;

/** DuckDB's type of a field of {@link KIND_NAMES}. */
const duckTypeOf = (type: readonly string[], format: string | null): RegExp => {
  if (format === 'date-time') return /^TIMESTAMP WITH TIME ZONE$/;
  if (format === 'uuid') return /^(?:VARCHAR|UUID)$/;
  const types = { string: /^VARCHAR$/, boolean: /^BOOLEAN$/, integer: /^(?:BIG)?INT/, number: /^DOUBLE$/ };
  const named = Object.entries(types).find(([name]) => type.includes(name))?.[1];
  return named ?? (type.includes('array') ? /\[\]$/ : /^STRUCT|^VARCHAR$/);
};

const byId = (records: readonly Values[]) =>
  records.toSorted((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1));

/** What tools make of values: text in CSV files, and custom fields of JSON. */
const asRead = (format: ExportFormat, record: Values): Values => {
  const fields = Object.entries(record).map(([name, value]): [string, unknown] => {
    if (format !== 'csv') {
      return [name, name === 'customFields' && typeof value === 'string' ? JSON.parse(value) : value];
    }
    return [name, value === null || value === '' ? null : String(value).toLowerCase()];
  });
  return Object.fromEntries(fields);
};

/** The fields that every format has a column of: in CSV files, others are spread over several. */
const hasColumn = (format: ExportFormat, type: readonly string[]): boolean =>
  format !== 'csv' || !(type.includes('object') || type.includes('array'));

describePython('an export', environment, ({ python }) => {
  const client = createSalesDataClient({ baseUrl: service.baseUrl, apiKey: service.first.key });

  /** What the tools read of its files. */
  const exported = async (body: NewExport): Promise<readonly ReadFile[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'exports-'));
    try {
      const paths: string[] = [];
      for await (const { name, content } of (await client.download(body)).files) {
        const path = join(folder, name);
        writeFileSync(path, content);
        paths.push(path);
      }
      const script = join(import.meta.dirname, 'exports', 'read_exports.py');
      const { exitCode, stdout, stderr } = await runProgram(python, [script, ...paths]);
      expect(exitCode, stderr).toBe(0);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it.each(EXPORT_FORMATS.flatMap((format) => KIND_NAMES.map((resource) => [format, resource] as const)))(
    'as %s has the values of %s in DuckDB, Polars and pandas',
    async (format, resource) => {
      const read = await exported({ resource, format });
      const { json } = await call(`/v1/${resource}?limit=${resource === 'call-list' ? 200 : 500}`);
      const { items } = json as { readonly items: readonly Values[] };
      const [first = {}] = items;
      // A single call list has `entryCount`, exports and events have `changedAt`, its collection has
      // neither.
      const columns = (await client.fields(resource)).filter(
        ({ path }) => !path.includes('.') && path !== 'entryCount',
      );
      for (const file of format === 'parquet' ? read : []) {
        expect(Object.keys(file.columns)).toEqual(columns.map(({ path }) => path));
        for (const { path, type, format } of columns) {
          expect(file.columns[path], path).toMatch(duckTypeOf(type, format));
        }
      }
      const names = columns
        .filter(({ path, type }) => path in first && hasColumn(format, type))
        .map(({ path }) => path);
      const shown = (records: readonly Values[]) =>
        byId(records.map((record) => asRead(format, record))).map((record) =>
          Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
        );
      for (const tool of TOOLS) expect(shown(read.flatMap((file) => file[tool])), tool).toEqual(shown(items));
    },
    120_000,
  );

  it.each(EXPORT_FORMATS)('as %s can be read without any record', async (format) => {
    const changedSince = '2999-01-01T00:00:00Z';
    for (const file of await exported({ resource: 'person', format, changedSince })) {
      for (const tool of TOOLS) expect(file[tool], tool).toEqual([]);
    }
  });
});
