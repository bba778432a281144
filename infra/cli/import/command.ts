import { ImportInputError } from '../../../shared/importing/columns/column-mapping.ts';
import { importFiles } from '../../../shared/importing/import-files.ts';
import { type ImportReport, totalOf } from '../../../shared/importing/run/import-report.ts';
import { connect } from '../support/connection.ts';
import { messageOf, type Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { columnTable } from './column-table.ts';
import { IMPORT_HELP } from './help.ts';
import { IDS_IN_REPORT, type ImportCommand, parseImportCommand } from './options.ts';
import { createProgress, type Progress } from './progress.ts';
import { openRowSinks, type RowSinks } from './row-sinks.ts';
import { assertDistinctFiles, findSourceFiles, type SourceFiles } from './source-files.ts';
import { summaryTable } from './summary.ts';

const EXIT_COMPLETE = 0;
const EXIT_INCOMPLETE = 2;

const runImport = async (
  command: ImportCommand,
  sources: SourceFiles,
  sinks: RowSinks,
  progress: Progress,
): Promise<ImportReport> => {
  const connection = await connect(command.stack);
  const tableName = connection.output('TableName');
  try {
    return await importFiles({
      ...command,
      client: connection.documents,
      tableName,
      files: sources.files,
      onColumns: (columns) => {
        for (const [file, reports] of Object.entries(columns)) {
          if (reports.length > 0) progress.message(columnTable(file, reports, command.isDryRun));
        }
      },
      onRejectedRow: sinks.rejects.add,
      onWarning: sinks.warnings.add,
      onStoredRow: sinks.ids.add,
      onProgress: (report, bytesRead) => progress.update(bytesRead, totalOf(report, 'read')),
    });
  } catch (error) {
    if (error instanceof ImportInputError) throw error;
    const message = `The import stopped: ${messageOf(error)}. What was written is complete in itself: repeat the same command to import the rest.`;
    throw new UsageError(message, { cause: error });
  }
};

const print = (report: ImportReport, command: ImportCommand, sinks: RowSinks, output: Output): void => {
  for (const file of report.filesWithoutRows) output.message(`${file} has no rows.`);
  if (command.isJson) {
    const { rejects = null, warnings = null } = command;
    const ids = sinks.ids.ids ?? command.ids ?? null;
    output.result(JSON.stringify({ dryRun: command.isDryRun, ...report, rejects, warnings, ids }));
    return;
  }
  output.result(summaryTable(report, command.isDryRun));
  const created = report.companiesCreatedForPeople;
  if (created > 0) output.message(`Companies created because people name them: ${created}`);
  if (command.rejects !== undefined && totalOf(report, 'rejected') > 0) {
    output.message(`The rejected rows are in ${command.rejects}.`);
  }
  if (command.warnings !== undefined && totalOf(report, 'warnings') > 0) {
    output.message(`The warnings are in ${command.warnings}.`);
  }
};

/** `npm run import`: see {@link IMPORT_HELP}. Returns the exit code. */
export const importCommand = async (argv: readonly string[], output: Output): Promise<number> => {
  const command = parseImportCommand(argv);
  if (command === undefined) {
    output.result(IMPORT_HELP);
    return EXIT_COMPLETE;
  }
  const sources = await findSourceFiles(command.paths);
  const ids = command.ids === IDS_IN_REPORT ? undefined : command.ids;
  const outputs = { '--rejects': command.rejects, '--warnings': command.warnings, '--ids': ids };
  await assertDistinctFiles(outputs, command.paths);
  const progress = createProgress(sources.totalBytes, output);
  const sinks = openRowSinks(command, { ...output, message: progress.message });
  const report = await runImport(command, sources, sinks, progress).finally(() => {
    progress.stop();
    sinks.close();
  });
  print(report, command, sinks, output);
  const isIncomplete = totalOf(report, 'rejected') > 0 || report.filesWithoutRows.length > 0;
  return isIncomplete ? EXIT_INCOMPLETE : EXIT_COMPLETE;
};
