import { randomUUID } from 'node:crypto';
import { SKIP_PATH } from '../../contract/imports/import-limits.ts';
import { didYouMean } from '../../domain/closest.ts';
import { nounOf, pluralOf } from '../../kinds/names.ts';
import { marksTouches } from '../../records/retention/record-retention.ts';
import { createIdMaker } from '../../table/items/import-ids.ts';
import type { Table } from '../../table/table.ts';
import { FILE_KINDS, type FileKind, type SourcedKind } from '../file-kinds.ts';
import { importCallLists } from './call-lists/import-call-lists.ts';
import type { DraftScheme } from './columns/bind-columns.ts';
import { type ColumnMapping, ImportInputError } from './columns/column-mapping.ts';
import { columnIndex, nameColumns } from './columns/name-columns.ts';
import { type OpenedFile, openSourceFile } from './files/source-file.ts';
import { ImportBans } from './records/import-bans.ts';
import { importRecords } from './records/import-records.ts';
import { RECORD_KINDS } from './records/record-kinds.ts';
import { CALL_LISTS } from './rows/call-list-fields.ts';
import { assertColumnsUnderstood, assertMarksUsed } from './rows/column-report.ts';
import { type DecidedFile, type DraftFile, readDrafts } from './rows/read-drafts.ts';
import { Checkpoints } from './run/checkpoints.ts';
import { CompanyDirectory } from './run/company-directory.ts';
import { DryRunRecords } from './run/dry-run-records.ts';
import { ImportMarks } from './run/import-marks.ts';
import { emptyReport, type ImportReport, totalOf } from './run/import-report.ts';
import type { ImportOptions, ImportRun } from './run/import-run.ts';

type ImportRows = () => Promise<void>;

const kindOf = <Draft>(
  label: string,
  scheme: DraftScheme<Draft>,
  importRows: (file: DraftFile<Draft>, run: ImportRun, bans: ImportBans) => Promise<void>,
) => ({
  label,
  paths: scheme.fields.paths,
  isField: (path: string): boolean => scheme.fields.ruleOf(path) !== undefined,
  /** How many columns of a header it recognizes. */
  recognizes(header: readonly string[]): number {
    const recognize = scheme.recognize(header);
    return header.filter((name) => recognize(name) !== undefined).length;
  },
  decide: async (
    source: Parameters<typeof readDrafts>[0],
    run: ImportRun,
    bans: ImportBans,
  ): Promise<readonly [DecidedFile, ImportRows]> => {
    const file = await readDrafts(source, scheme, run);
    return [file, () => importRows(file, run, bans)];
  },
});

const KINDS: Readonly<Record<FileKind, ReturnType<typeof kindOf>>> = {
  ...(Object.fromEntries(
    Object.values(RECORD_KINDS).map((kind) => [
      kind.countedAs,
      kindOf(nounOf(pluralOf(kind.name)), kind, (file, run, bans) => importRecords(file, kind, run, bans)),
    ]),
  ) as Record<SourcedKind, ReturnType<typeof kindOf>>),
  callLists: kindOf('call lists', CALL_LISTS, importCallLists),
};

/** What the rows of a file are, if it recognizes most of their columns and more than `kind` does. */
const likelierLabel = (kind: FileKind, header: readonly string[]): string | undefined => {
  const [likeliest] = FILE_KINDS.map((each) => ({ each, known: KINDS[each].recognizes(header) })).sort(
    (a, b) => b.known - a.known || Number(b.each === kind) - Number(a.each === kind),
  );
  if (likeliest === undefined || likeliest.each === kind || likeliest.known * 2 < header.length)
    return undefined;
  return KINDS[likeliest.each].label;
};

/** Who imports the demo data. */
const IMPORTER = { id: 'importer', name: 'importer', from: null };

interface Source {
  readonly kind: FileKind;
  readonly name: string;
  readonly opened: OpenedFile;
}

/** Throws an ImportInputError for a file without a header, and for a mapping of no column or to no field. */
const checkMappings = (sources: readonly Source[], mappings: readonly ColumnMapping[]): void => {
  const files = sources.flatMap(({ name, opened: { layout } }) =>
    layout === undefined ? [] : [{ name, columns: nameColumns(layout.header).map((column) => column.name) }],
  );
  const empty = files.find(({ columns }) => columns.length === 0);
  if (empty !== undefined) throw new ImportInputError(`${empty.name} is empty.`);
  const kinds = sources.map(({ kind }) => KINDS[kind]);
  for (const { column, path } of mappings) {
    if (path !== SKIP_PATH && !kinds.some(({ isField }) => isField(path))) {
      const allowed = kinds.map(({ label, paths }) => `${label}: ${paths.join(', ')}`);
      const all = kinds.flatMap(({ paths }) => paths);
      throw new ImportInputError(
        `"${column}" is mapped to "${path}", which is not a field.${didYouMean(path, all)} ` +
          `The fields are, for ${allowed.join('; for ')}. "${SKIP_PATH}" does not import a column.`,
      );
    }
    if (files.some(({ columns }) => columnIndex(columns, column) !== -1)) continue;
    const found = files.map(({ name, columns }) => `The columns of ${name} are ${columns.join(', ')}.`);
    // For operators only: without a header, the names are values of the first row.
    const cause = new Error(found.join(' ') || 'JSON Lines have no columns to map.');
    const names = files.flatMap(({ columns }) => columns);
    throw new ImportInputError(`No file has a column "${column}" to map.${didYouMean(column, names)}`, {
      cause,
    });
  }
};

/**
 * Opens the files and decides how they are read, without reading the table.
 *
 * @throws ImportInputError if a file or a mapping cannot be used
 */
const decideFiles = async (run: ImportRun, bans: ImportBans) => {
  const sources: Source[] = [];
  for (const kind of FILE_KINDS) {
    const file = run.files[kind];
    if (file === undefined) continue;
    const opened = await openSourceFile(file);
    if (run.isDeletingMissing === true && opened.layout?.isRejects === true) {
      throw new ImportInputError(
        `${file.name} has the rejected rows of another import, not all records of the source. ` +
          'Import it without deleting missing records.',
      );
    }
    sources.push({ kind, name: file.name, opened });
  }
  checkMappings(sources, run.mappings ?? []);
  const decided = [];
  for (const source of sources) {
    const { kind } = source;
    const fence = run.fences?.[kind];
    const marks = fence === undefined ? run.marks : run.marks.ofImport(fence.importId);
    const [file, importRows] = await KINDS[kind].decide(source, { ...run, fence, marks }, bans);
    decided.push({ kind, file, importRows });
  }
  return decided;
};

/**
 * Imports files into an organization: companies, then people, then call lists. Can be stopped at any time and
 * repeated: ids come from the source, only what differs from the table is written, and counters change in the
 * same transactions as what they count. Memory does not grow with the files, but for some bytes a row.
 *
 * With a checkpoint, an import of a single file continues where an earlier one stopped, and ends in the same
 * report.
 *
 * Throws an ImportInputError if the files or mappings cannot be used, before anything is written.
 */
export const importInto = async (
  { reader, writer }: Table,
  options: ImportOptions,
): Promise<ImportReport> => {
  const { organizationId } = options;
  const idOf = createIdMaker(organizationId);
  const report = emptyReport();
  let bytesRead = 0;
  const checkpoints = new Checkpoints(options, report);
  const run: ImportRun = {
    ...options,
    source: options.source ?? 'import',
    isSilent: options.isSilent ?? false,
    actor: options.actor ?? IMPORTER,
    idOf,
    reader,
    marksTouches: options.isDryRun !== true && (await marksTouches(reader, organizationId)),
    writer,
    dryRun: options.isDryRun === true ? new DryRunRecords() : undefined,
    companies: new CompanyDirectory(idOf),
    report,
    checkpoints,
    marks: new ImportMarks(randomUUID(), () => checkpoints.rows),
    onBytes: (bytes) => {
      bytesRead += bytes;
      // Lines without rows make no group.
      run.progress();
    },
    progress: () => options.onProgress?.(report, bytesRead),
  };
  const bans = new ImportBans(run);
  const decided = await decideFiles(run, bans);
  report.columns = Object.fromEntries(decided.map(({ file: { name, columns } }) => [name, columns]));
  report.plan = decided.map(({ file: { plan } }) => plan);
  for (const { file } of decided) options.onFile?.(file);
  for (const { kind, file } of decided) {
    assertMarksUsed(file.name, file.columns);
    assertColumnsUnderstood(file.name, file.columns, (header) => likelierLabel(kind, header));
  }
  if (run.dryRun === undefined) {
    for (const fence of Object.values(run.fences ?? {})) await fence.begin();
  }
  let rows = 0;
  for (const { file, importRows } of decided) {
    await importRows();
    // Rows may have been rejected after the last group.
    if (run.checkpoints.isStopped || (await run.checkpoints.reached(0))) break;
    if (totalOf(report, 'read') === rows) report.filesWithoutRows.push(file.name);
    rows = totalOf(report, 'read');
  }
  await bans.finish();
  return report;
};
