import { recordEntry } from '../audit-log/audit-entry.ts';
import type { Actor } from '../contract/audit-log/audit-log.ts';
import { timeOrderedUuid } from '../domain/time-ordered-uuid.ts';
import { timestampOf } from '../domain/timestamp.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Export, ExportSelection } from './export.ts';
import { EXPORTS } from './export-repository.ts';

/** An export that is not stored yet. */
export const newExport = (
  organizationId: string,
  selection: ExportSelection,
  createdBy: Actor,
  now: Date,
): Export => ({
  ...selection,
  id: timeOrderedUuid(now.getTime()),
  organizationId,
  state: 'queued',
  createdBy,
  createdAt: timestampOf(now),
  queuedAt: timestampOf(now),
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  problem: null,
  totalCount: null,
  columnsKey: null,
  files: [],
  progress: null,
  version: 1,
});

/** The writes of a new export, with its audit entry. The caller then sends its message. */
export const createOperations = (created: Export): readonly WriteOperation[] => {
  const { organizationId, id, createdAt, createdBy, resource, format } = created;
  const { fields, changedSince, callListId, includesContactDetails } = created;
  const details = { resource, format, fields, changedSince, callListId, includesContactDetails };
  return [
    ...EXPORTS.insertOperations(created),
    recordEntry('export.created', { organizationId, at: createdAt, actor: createdBy, targetId: id }, details),
  ];
};
