import { randomUUID } from 'node:crypto';
import type { Actor } from '../contract/audit-log/audit-log.ts';
import { timestampOf } from '../domain/timestamp.ts';
import type { Table } from '../table/table.ts';
import { fileKindOf } from './file-kinds.ts';
import type { Import, ImportedCounts, ImportKind, ImportSettings } from './import.ts';
import { insertImport, newImport } from './import-repository.ts';
import { UPLOAD_PREFIX } from './object-keys.ts';
import { countsOfFile, type ImportReport } from './reader/run/import-report.ts';
import { finishedEntry, startedEntry } from './steps/import-state.ts';

interface CommandFile {
  readonly organizationId: string;
  readonly kind: ImportKind;
  readonly source: string;
  readonly fileName: string;
  readonly size: number;
  readonly settings: ImportSettings;
  readonly startedBy: Actor;
  readonly createdAt: string;
}

/** Those of one command, one for each of its files. Nothing is stored yet. */
export const commandImports = (files: readonly CommandFile[]): readonly Import[] =>
  files.map((file) => {
    const id = randomUUID();
    // The key of an upload without an object: the file stays with the operator.
    const objectKey = `${UPLOAD_PREFIX}${file.organizationId}/${id}/${file.fileName}`;
    const created = newImport({ ...file, id, objectKey, etag: null, isRepeat: false }, null);
    return { ...created, status: 'running', startedAt: file.createdAt };
  });

/** Notes in the audit log that an import of the command line begins to write. */
export const noteStart = async ({ writer }: Pick<Table, 'writer'>, item: Import): Promise<void> => {
  await writer.transact([startedEntry(item)]);
};

/** What a command did of one of its files. The totals, which are not counted by file, are the first one's. */
export const countsOfCommand = (report: ImportReport, item: Import, isFirst: boolean): ImportedCounts =>
  countsOfFile(report, fileKindOf(item), isFirst);

/** Stores how an import of the command line ended, as the queue stores its own. */
export const storeEnd = async (
  table: Table,
  item: Import,
  outcome: Pick<Import, 'status' | 'counts' | 'problem' | 'deletions'>,
): Promise<void> => {
  const ended = { ...item, ...outcome, bytesRead: item.size, finishedAt: timestampOf(new Date()) };
  await insertImport(table, ended, [finishedEntry(ended)]);
};
