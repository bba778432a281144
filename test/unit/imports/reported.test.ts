import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_SETTINGS, IMPORT_KINDS } from '../../../shared/contract/imports/import-limits.ts';
import { FILE_KINDS } from '../../../shared/imports/file-kinds.ts';
import { checkFile } from '../../../shared/imports/preview/check-file.ts';
import { parseColumnMapping } from '../../../shared/imports/reader/columns/column-mapping.ts';
import { deleteMissing } from '../../../shared/imports/reader/missing/delete-missing.ts';
import { ReadRecords } from '../../../shared/imports/reader/missing/find-missing.ts';
import type { ImportReport } from '../../../shared/imports/reader/run/import-report.ts';
import type { StoredRow } from '../../../shared/imports/reader/run/import-run.ts';
import { CALL } from '../../../shared/kinds/call.ts';
import { camelOf } from '../../../shared/kinds/names.ts';
import { recordReader } from '../../../shared/records/store/record-reader.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { useImports } from '../../support/imports/import-fixture.ts';

/**
 * Small files in the shape of what people report, each in its own folder. To add one, create
 * `reported/<name>/` with the file (`people.csv`, `companies.csv`, `callLists.csv`, or those that `files`
 * names) and an `expected.json` of this form.
 */
const expectedSchema = z.strictObject({
  /** One or several imports, one after the other. Default: one, of the files named after their kind. */
  imports: z
    .array(
      z.strictObject({
        files: z.partialRecord(z.enum(FILE_KINDS), z.string()).exactOptional(),
        map: z.string().exactOptional(),
        /** Default: none. */
        region: z.enum(['US', 'DE', 'FR']).exactOptional(),
        source: z.string().exactOptional(),
        isDeletingMissing: z.boolean().exactOptional(),
        isCreatingCompanies: z.boolean().exactOptional(),
        isMergingRows: z.boolean().exactOptional(),
        isStrict: z.boolean().exactOptional(),
      }),
    )
    .default([{}]),
  /**
   * All stored people, by first email, then last name, then first name: of each, the fields that matter.
   * `company` stands for the name of the person's company.
   */
  people: z.array(z.looseObject({})).optional(),
  /** All stored companies, ordered by name: of each, the fields that matter. */
  companies: z.array(z.looseObject({})).optional(),
  /** All entries of call lists, by list and position, with the list's name and the person's first name. */
  entries: z.array(z.looseObject({})).optional(),
  /** All calls, by start, with the person's first name, and the names of company and list. */
  calls: z.array(z.looseObject({})).optional(),
  /** Of all imports together: line, and a part of the reason. */
  rejected: z.array(z.tuple([z.int(), z.string()])).default([]),
  /** Of all imports together: line, field, and a part of the reason. */
  warned: z.array(z.tuple([z.int(), z.string(), z.string()])).default([]),
  /** Field and a part of the note of columns of the last import, by file and column. `null`: no field. */
  columns: z
    .record(z.string(), z.record(z.string(), z.tuple([z.string().nullable(), z.string()])))
    .optional(),
  /** A part of the message with which the last import is refused. */
  refused: z.string().optional(),
});

type ExpectedImport = Omit<z.output<typeof expectedSchema>['imports'][number], 'files'>;

const FOLDER = join(import.meta.dirname, 'reported');

const imports = useImports();

/** What the console says before it imports the single file. */
const checkOf = async (
  texts: Readonly<Record<string, Uint8Array>>,
  extension: string,
  { map = '', region = undefined, source = 'import', ...flags }: Partial<ExpectedImport>,
) => {
  const [[kind, start] = ['people', new Uint8Array()] as const] = Object.entries(texts);
  const { engine, organizationId, reader } = imports;
  const writer = engine.table.writer;
  return checkFile(
    { reader, writer },
    {
      organizationId,
      source,
      kind: IMPORT_KINDS.find((each) => camelOf(each) === kind) ?? 'people',
      fileName: `${kind}.${extension}`,
      settings: {
        ...DEFAULT_SETTINGS,
        ...flags,
        region: region ?? null,
        mappings: parseColumnMapping(map),
      },
      start,
      size: start.length,
    },
    Number.POSITIVE_INFINITY,
  );
};

/** Deletes what the files of an import no longer hold, as the command does. */
const deleteMissingAfter = async (
  report: ImportReport,
  read: ReadRecords,
  files: readonly (readonly [kind: string, file: string])[],
): Promise<void> => {
  const { engine, organizationId, reader } = imports;
  const writer = engine.table.writer;
  const { stopped } = await deleteMissing(
    {
      organizationId,
      source: 'import',
      paths: Object.fromEntries(files),
      isSilent: false,
      isDryRun: false,
      isDeletingMissing: true,
      confirmedDeletions: undefined,
      confirmation: String,
      actor: { id: 'test', name: 'test', from: null },
    },
    report,
    read,
    { reader, writer },
    () => undefined,
  );
  expect(stopped).toBeNull();
};

const sortedBy = <T>(records: readonly T[], keyOf: (record: T) => string): readonly T[] =>
  records.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** The stored people and companies, as the API returns them. */
const storedRecords = async () => {
  const items = await imports.items();
  const idsOf = (sk: string): readonly string[] =>
    items.filter((item) => item['sk'] === sk).map(({ id }) => String(id));
  const recordsOf = async <T>(
    sk: string,
    get: (organizationId: string, id: string) => Promise<T | undefined>,
  ): Promise<readonly T[]> => {
    const records = await Promise.all(idsOf(sk).map((id) => get(imports.organizationId, id)));
    return records.filter((record) => record !== undefined);
  };
  const firstNameOf = new Map(
    items.filter(({ sk }) => sk === 'PERSON').map(({ id, firstName }) => [id, firstName]),
  );
  const listNameOf = new Map(
    items.filter(({ sk }) => sk === 'CALL_LIST').map((item) => [item['pk'], String(item['name'])]),
  );
  const entries = items
    .filter(({ sk }) => String(sk).startsWith('ENTRY#'))
    .map((entry) => ({
      ...entry,
      list: listNameOf.get(entry['pk']) ?? '',
      person: firstNameOf.get(entry['personId']) ?? null,
      position: Number(entry['position']),
    }));
  const companies = await recordsOf('COMPANY', createCompanyRepository(imports.reader).get);
  const people = await recordsOf('PERSON', createPersonRepository(imports.reader).get);
  const nameOf = new Map(companies.map(({ id, name }) => [id, name]));
  const calls = items
    .filter(({ sk, startedAt }) => sk === 'CALL' && startedAt !== undefined)
    .map(recordReader(CALL.fields))
    .map((call) => ({
      ...call,
      person: firstNameOf.get(call.personId) ?? null,
      company: nameOf.get(call.companyId ?? '') ?? null,
      list: items.find(({ id, sk }) => sk === 'CALL_LIST' && id === call.callListId)?.['name'] ?? null,
    }));
  return {
    calls: sortedBy(calls, ({ startedAt }) => startedAt),
    entries: sortedBy(entries, ({ list, position }) => `${list} ${String(position).padStart(9, '0')}`),
    companies: sortedBy(companies, ({ name }) => name ?? ''),
    people: sortedBy(
      people.map((person) => ({
        ...person,
        company: person.companyId === null ? null : (nameOf.get(person.companyId) ?? null),
      })),
      ({ emails, lastName, firstName }) => `${emails[0]?.address ?? ''} ${lastName ?? ''} ${firstName ?? ''}`,
    ),
  };
};

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const folder = join(FOLDER, name);
  const { success, data, error } = expectedSchema.safeParse(
    JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')),
  );

  test('imports the file as expected', async () => {
    if (!success) throw error;
    const rejected: unknown[] = [];
    const warned: unknown[] = [];
    const here = readdirSync(folder);
    const run = async ({ files, ...options }: (typeof data.imports)[number]) => {
      const named = Object.entries(
        files ??
          Object.fromEntries(
            here.filter((file) => file.endsWith('.csv')).map((file) => [file.slice(0, -4), file]),
          ),
      );
      const extension = extname(named[0]?.[1] ?? '').slice(1);
      const texts = Object.fromEntries(named.map(([kind, file]) => [kind, readFileSync(join(folder, file))]));
      const check = named.length === 1 ? await checkOf(texts, extension, options) : undefined;
      const read = new ReadRecords();
      const onStoredRow = (row: StoredRow): void => read.add(row);
      const running = imports.run(texts, { region: undefined, extension, ...options, onStoredRow });
      if (check?.problem != null) await expect(running).rejects.toThrow(check.problem.slice(0, 40));
      const result = await running;
      if (options.isDeletingMissing === true) await deleteMissingAfter(result, read, named);
      // What the console shows before an import is what the import does.
      if (check !== undefined) {
        expect(result).toMatchObject(check.counts);
        expect(check.rejected.map(({ line }) => line)).toEqual(result.rejected.map(({ line }) => line));
        expect(check.warnings.reduce((sum, { count }) => sum + count, 0)).toBe(result.warned.length);
        // The console has no flags.
        for (const { reason } of [...check.warnings, ...check.rejected]) {
          expect(reason).not.toMatch(/--[a-z]/);
        }
      }
      rejected.push(...result.rejected.map(({ line, reason }) => [line, reason]));
      warned.push(...result.warned.map(({ line, field, reason }) => [line, field, reason]));
      return result;
    };

    for (const each of data.imports.slice(0, -1)) {
      await run(each);
      await imports.writeLookups();
    }
    const last = run(data.imports.at(-1) ?? {});
    if (data.refused === undefined) {
      const { columns } = await last;
      for (const [file, expected] of Object.entries(data.columns ?? {})) {
        for (const [column, [field, note]] of Object.entries(expected)) {
          expect(columns[file]).toContainEqual(
            expect.objectContaining({
              column,
              field,
              ...(note === '' ? {} : { note: expect.stringContaining(note) }),
            }),
          );
        }
      }
    } else {
      await expect(last).rejects.toThrow(data.refused);
    }
    expect(rejected).toEqual(data.rejected.map(([line, reason]) => [line, expect.stringContaining(reason)]));
    expect(warned).toEqual(
      data.warned.map(([line, field, reason]) => [line, field, expect.stringContaining(reason)]),
    );
    const { people, companies, entries, calls } = await storedRecords();
    if (data.people !== undefined) expect(people).toMatchObject(data.people);
    if (data.companies !== undefined) expect(companies).toMatchObject(data.companies);
    if (data.entries !== undefined) expect(entries).toMatchObject(data.entries);
    if (data.calls !== undefined) expect(calls).toMatchObject(data.calls);
  });
});
