import { randomUUID } from 'node:crypto';
import { createIdMaker } from '../../domain/import-ids.ts';
import { marksTouches } from '../../records/retention/retention-setting.ts';
import type { Table } from '../../table/table.ts';
import { prepareFiles } from './prepare-files.ts';
import { assertCallPermissionsUsed } from './rows/column-report.ts';
import { Checkpoints } from './run/checkpoints.ts';
import { CompanyDirectory } from './run/company-directory.ts';
import { DryRunRecords } from './run/dry-run-records.ts';
import { ImportMarks } from './run/import-marks.ts';
import { emptyReport, type ImportReport, totalOf } from './run/import-report.ts';
import type { ImportOptions, ImportRun } from './run/import-run.ts';

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
    idOf,
    reader,
    marksTouches: options.isDryRun !== true && (await marksTouches(reader, organizationId)),
    writer,
    dryRun: options.isDryRun === true ? new DryRunRecords() : undefined,
    companies: new CompanyDirectory(idOf),
    report,
    checkpoints,
    marks: new ImportMarks(options.importId ?? randomUUID(), () => checkpoints.rows),
    onBytes: (bytes) => {
      bytesRead += bytes;
    },
    progress: () => options.onProgress?.(report, bytesRead),
  };
  const files = await prepareFiles(run);
  report.columns = Object.fromEntries(files.map(({ name, columns }) => [name, columns]));
  options.onColumns?.(report.columns);
  for (const { name, columns } of files) assertCallPermissionsUsed(name, columns);
  if (run.dryRun === undefined) {
    for (const fence of Object.values(run.fences ?? {})) await fence.begin();
  }
  let rows = 0;
  for (const { name, importRows } of files) {
    await importRows();
    // Rows may have been rejected after the last group.
    if (run.checkpoints.isStopped || (await run.checkpoints.reached(0))) return report;
    if (totalOf(report, 'read') === rows) report.filesWithoutRows.push(name);
    rows = totalOf(report, 'read');
  }
  return report;
};
