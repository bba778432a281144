import { basename } from 'node:path';
import { MAX_FILE_NAME_LENGTH } from '../../../shared/contract/imports/import-limits.ts';
import { factsOfPlan } from '../../../shared/contract/imports/import-plan.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import {
  commandImports,
  countsOfCommand,
  noteStart,
  storeEnd,
} from '../../../shared/imports/command-import.ts';
import type { FileKind } from '../../../shared/imports/file-kinds.ts';
import { fileKindOf } from '../../../shared/imports/file-kinds.ts';
import { IMPORT_KINDS, type Import } from '../../../shared/imports/import.ts';
import { settingsOf } from '../../../shared/imports/import-repository.ts';
import { ImportInputError } from '../../../shared/imports/reader/columns/column-mapping.ts';
import { importInto } from '../../../shared/imports/reader/import-into.ts';
import {
  type DeletionReport,
  deleteMissing,
  missingIds,
} from '../../../shared/imports/reader/missing/delete-missing.ts';
import { ReadRecords } from '../../../shared/imports/reader/missing/find-missing.ts';
import { adaptToThrottling } from '../../../shared/imports/reader/run/adapt-to-throttling.ts';
import { type ImportReport, totalOf } from '../../../shared/imports/reader/run/import-report.ts';
import type { ImportFence } from '../../../shared/imports/reader/run/import-run.ts';
import { createImportFence } from '../../../shared/imports/source-state.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../../shared/table/table.ts';
import { connect } from '../support/connection.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { command as defineCommand } from '../support/subcommands.ts';
import { UsageError } from '../support/usage-error.ts';
import { columnTable } from './column-table.ts';
import { IDS_IN_REPORT, IMPORT_FLAGS, IMPORT_HELP, type ImportCommand, importCommandOf } from './options.ts';
import { createProgress, type Progress } from './progress.ts';
import { openRowSinks, type RowSinks, rejectsPathsOf } from './row-sinks.ts';
import { assertDistinctFiles, findSourceFiles, type SourceFiles } from './source-files.ts';
import { summaryTable } from './summary.ts';

type ImportOutcome = Parameters<typeof storeEnd>[2];
type CommandFences = Readonly<Partial<Record<FileKind, ImportFence>>>;

const EXIT_COMPLETE = 0;
const EXIT_INCOMPLETE = 2;

/** The imports of the command, one for each file. */
const importsOf = (command: ImportCommand, { sizes }: SourceFiles): readonly Import[] =>
  commandImports(
    IMPORT_KINDS.flatMap((kind) => {
      const path = command.paths[fileKindOf({ kind })];
      if (path === undefined) return [];
      const settings = settingsOf({
        ...command,
        region: command.region ?? null,
        dateOrder: command.dateOrder ?? null,
      });
      const { organizationId, source } = command;
      const createdAt = timestampOf(new Date());
      const size = sizes[fileKindOf({ kind })] ?? 0;
      const fileName = basename(path).slice(0, MAX_FILE_NAME_LENGTH);
      return [{ organizationId, kind, source, fileName, size, settings, startedBy: operator(), createdAt }];
    }),
  );

/** Keeps imports that started earlier, or whose file arrived earlier, from undoing the command. */
const createFences = (
  command: ImportCommand,
  table: Table,
  imports: readonly Import[],
  begun: Set<string>,
): CommandFences =>
  Object.fromEntries(
    imports.map((item) => {
      const isDeleting = command.isDeletingMissing;
      const order = { ...item, at: item.createdAt, isCommand: true, isDeleting };
      const fence = createImportFence(table, order);
      const begin = async (): Promise<void> => {
        await fence.begin();
        begun.add(item.id);
        await noteStart(table, item);
      };
      return [fileKindOf(item), { ...fence, begin }];
    }),
  );

const runImport = async (
  command: ImportCommand,
  table: Table,
  read: ReadRecords,
  sources: SourceFiles,
  fences: CommandFences,
  sinks: RowSinks,
  progress: Progress,
): Promise<ImportReport> => {
  try {
    return await importInto(table, {
      ...command,
      actor: operator(),
      files: sources.files,
      fences,
      read,
      onFile: ({ name, layout, columns, plan }) => {
        sinks.rejects.open(layout, name);
        if (columns.length > 0) progress.message(columnTable(name, columns, command.isDryRun));
        if (!command.isDryRun) return;
        progress.message(factsOfPlan(plan).map(([label, text]) => `${label}: ${text}`));
      },
      onRejectedRow: (row) => sinks.rejects.add(row),
      onWarning: sinks.warnings.add,
      onStoredRow: (row) => sinks.ids.add(row),
      onProgress: (report, bytesRead) => progress.update(bytesRead, totalOf(report, 'read')),
    });
  } catch (error) {
    // Nothing was written.
    if (error instanceof ImportInputError || error instanceof UsageError) throw error;
    const reason = messageOf(error).replace(/\.$/, '');
    const message =
      `The import stopped: ${reason}. Rows that were written stay: ` +
      'repeat the command to import the rest.';
    throw new UsageError(message, { cause: error });
  }
};

const print = (
  report: ImportReport,
  deletions: DeletionReport | undefined,
  command: ImportCommand,
  sinks: RowSinks,
  output: Output,
): void => {
  for (const file of report.filesWithoutRows) output.message(`${file} has no rows.`);
  if (command.isJson) {
    const { warnings = null } = command;
    const rejects = sinks.rejects.paths;
    const ids = sinks.ids.ids ?? command.ids ?? null;
    const document = { dryRun: command.isDryRun, ...report, rejects, warnings, ids };
    output.document(deletions === undefined ? document : { ...document, deletions });
    return;
  }
  output.result(summaryTable(report, command.isDryRun));
  if (command.isDryRun && deletions !== undefined) {
    const ids = missingIds(deletions);
    if (ids.length > 0) output.result(['Would be deleted:', ...ids]);
  }
  const created = report.companiesCreatedForPeople;
  if (created > 0) output.message(`Companies created because people name them: ${created}`);
  const { bansAdded, bansLifted, valuesEmptied } = report;
  if (bansAdded + bansLifted > 0) {
    output.message(`Suppression list: ${bansAdded} added, ${bansLifted} taken off.`);
  }
  if (valuesEmptied > 0) {
    output.message(`Stored values emptied by blank cells: ${valuesEmptied} (--keep-blank leaves them).`);
  }
  if (sinks.rejects.paths.length > 0) {
    output.message(`The rejected rows are in ${sinks.rejects.paths.join(' and ')}.`);
  }
  if (command.warnings !== undefined && totalOf(report, 'warnings') > 0) {
    output.message(`The warnings are in ${command.warnings}.`);
  }
};

const deletionsOf = async (
  command: ImportCommand,
  table: Table,
  report: ImportReport,
  read: ReadRecords,
  fences: CommandFences,
  output: Output,
): Promise<DeletionReport | undefined> => {
  if (!command.isDeletingMissing && !read.hasDeleted) return undefined;
  try {
    const { missing, deleted, stopped } = await deleteMissing(
      {
        ...command,
        actor: operator(),
        fences,
        confirmation: (deletions) =>
          `Check them with --dry-run, then confirm with --confirm-deletions ${deletions}.`,
      },
      report,
      read,
      table,
      output.message,
    );
    return { missing, deleted, stopped };
  } catch (error) {
    const message =
      `The import is complete, but the deletion stopped: ${messageOf(error)} Repeat the same ` + 'command.';
    throw new UsageError(message, { cause: error });
  }
};

/** `npm run import`: see {@link IMPORT_HELP}. */
export const importCommand = defineCommand(IMPORT_HELP, IMPORT_FLAGS, async (values, output) => {
  const command = importCommandOf(values);
  const sources = await findSourceFiles(command.paths);
  const ids = command.ids === IDS_IN_REPORT ? undefined : command.ids;
  const rejects = command.isWritingRejects ? Object.values(command.paths).flatMap(rejectsPathsOf) : [];
  const outputs = { '--rejects': rejects, '--warnings': [command.warnings], '--ids': [ids] };
  await assertDistinctFiles(outputs, command.paths);
  const connection = await connect(command.stack, command.organizationId);
  // First, because a file that cannot be written ends the command, and a bar would keep it running.
  const sinks = openRowSinks(command, { ...output, message: (text) => progress.message(text) });
  const progress = createProgress(sources.totalBytes, output);
  const read = new ReadRecords();
  const tableName = connection.output('TableName');
  const table = adaptToThrottling(createTable(connection.documents, tableName));
  const importTable = { ...table, reader: connection.signedReader?.(tableName) ?? table.reader };
  const imports = importsOf(command, sources);
  const begun = new Set<string>();
  const fences = createFences(command, table, imports, begun);
  const storeEnds = async (outcomeOf: (item: Import, isFirst: boolean) => ImportOutcome): Promise<void> => {
    for (const [index, item] of imports.entries()) {
      if (begun.has(item.id)) await storeEnd(table, item, outcomeOf(item, index === 0));
    }
  };
  const report = await runImport(command, importTable, read, sources, fences, sinks, progress)
    .catch(async (error: unknown) => {
      const problem = messageOf(error);
      // The table may be what failed.
      await storeEnds(() => ({ status: 'failed', counts: null, problem, deletions: null })).catch(
        () => undefined,
      );
      throw error;
    })
    .finally(() => {
      progress.stop();
      sinks.close();
    });
  let deletions: DeletionReport | undefined;
  try {
    deletions = await deletionsOf(command, table, report, read, fences, output);
  } finally {
    await storeEnds((item, isFirst) => ({
      status: 'completed',
      counts: countsOfCommand(report, item, isFirst),
      problem: null,
      deletions:
        deletions === undefined || !isFirst
          ? null
          : {
              missing: missingIds(deletions).length,
              deleted: deletions.deleted,
              stopped: deletions.stopped,
            },
    }));
  }
  print(report, deletions, command, sinks, output);
  const isIncomplete =
    totalOf(report, 'rejected') > 0 ||
    report.filesWithoutRows.length > 0 ||
    (deletions?.stopped ?? null) !== null;
  return isIncomplete ? EXIT_INCOMPLETE : EXIT_COMPLETE;
});
