import { ImportInputError } from '../../../shared/importing/column-mapping.ts';
import { importFiles } from '../../../shared/importing/import-files.ts';
import {
  COUNTED_KINDS,
  type ImportReport,
  type ImportTally,
} from '../../../shared/importing/import-report.ts';
import { connect } from '../support/connection.ts';
import { messageOf, type Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { IMPORT_HELP } from './help.ts';
import { type ImportCommand, parseImportCommand } from './options.ts';
import { createProgress } from './progress.ts';
import { type RejectSink, rejectsToFile, rejectsToMessages } from './rejects.ts';
import { assertNotSource, findSourceFiles, type SourceFiles } from './source-files.ts';
import { rejectedRows, summaryTable } from './summary.ts';

const EXIT_COMPLETE = 0;
const EXIT_SOME_REJECTED = 2;

const rowsDone = (tally: ImportTally): number =>
  COUNTED_KINDS.reduce((sum, kind) => sum + tally.of(kind).read, 0);

const openRejects = async ({ rejects, paths }: ImportCommand, output: Output): Promise<RejectSink> => {
  if (rejects === undefined) return rejectsToMessages(output);
  await assertNotSource(rejects, paths);
  try {
    return rejectsToFile(rejects);
  } catch (error) {
    throw new UsageError(`--rejects: ${messageOf(error)}`);
  }
};

const runImport = async (
  command: ImportCommand,
  sources: SourceFiles,
  output: Output,
): Promise<ImportReport> => {
  const connection = await connect(command.stack);
  const tableName = connection.output('TableName');
  const progress = createProgress(sources.totalBytes, output);
  const rejects = await openRejects(command, { ...output, message: progress.message });
  try {
    return await importFiles({
      ...command,
      client: connection.documents,
      tableName,
      files: sources.files,
      onRejectedRow: (row) => rejects.add(row),
      onProgress: (tally) => progress.update(sources.bytesRead(), rowsDone(tally)),
    });
  } catch (error) {
    if (error instanceof ImportInputError) throw error;
    const message = `The import stopped: ${messageOf(error)}. What was written is complete in itself: repeat the same command to import the rest.`;
    throw new UsageError(message, { cause: error });
  } finally {
    progress.stop();
    rejects.close();
  }
};

const print = (report: ImportReport, command: ImportCommand, output: Output): void => {
  const { ignoredColumns, ...counts } = report;
  for (const [file, columns] of Object.entries(ignoredColumns)) {
    output.message(`${file}: nothing was taken from the columns ${columns.join(', ')}`);
  }
  if (command.isJson) {
    const rejects = command.rejects ?? null;
    output.result(JSON.stringify({ dryRun: command.isDryRun, ...counts, rejects, ignoredColumns }));
    return;
  }
  output.result(summaryTable(report, command.isDryRun));
  if (command.rejects !== undefined && rejectedRows(report) > 0) {
    output.message(`The rejected rows are in ${command.rejects}.`);
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
  const report = await runImport(command, sources, output);
  print(report, command, output);
  return rejectedRows(report) > 0 ? EXIT_SOME_REJECTED : EXIT_COMPLETE;
};
