import type { Import } from '../import.ts';
import { reportKeyOf } from '../object-keys.ts';
import type { ObjectStore } from '../object-store.ts';
import type { ImportReport } from '../reader/run/import-report.ts';

/** Writes what became of an import to an object beside its file. */
export const writeReport = async (
  objects: ObjectStore,
  item: Import,
  report: Pick<ImportReport, 'columns' | 'filesWithoutRows'> | undefined,
): Promise<void> => {
  const { id, kind, source, fileName, status, problem, settings, startedBy, size, sameAs } = item;
  const { createdAt, startedAt, finishedAt, counts, deletions, contentHash } = item;
  const document = {
    import: id,
    kind,
    source,
    file: fileName,
    status,
    problem,
    sameAs,
    startedBy,
    createdAt,
    startedAt,
    finishedAt,
    size,
    contentHash,
    settings,
    counts,
    deletions,
    columns: report?.columns[fileName] ?? [],
    hasRows: report === undefined ? null : report.filesWithoutRows.length === 0,
  };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  for (const importId of [item.id, undefined]) {
    await objects.write(reportKeyOf(item.objectKey, importId), text, 'application/json');
  }
};
