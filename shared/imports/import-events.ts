import type { ImportState } from '../contract/events/events.ts';
import { byCountedKind } from '../contract/imports/import-limits.ts';
import type { EventSource } from '../events/events-of-change.ts';
import type { ImportResource } from '../table/items/resource-key.ts';
import { existing } from '../table/items/versions.ts';
import type { Import } from './import.ts';
import { importFromItem } from './import-repository.ts';

/** Field by field, so that events have the same fields in the same order, whatever else an import stores. */
const stateOf = ({ counts, deletions, ...item }: Import): ImportState => ({
  id: item.id,
  kind: item.kind,
  source: item.source,
  fileName: item.fileName,
  problem: item.problem,
  createdAt: item.createdAt,
  finishedAt: item.finishedAt,
  counts: counts && byCountedKind((kind) => counts[kind]),
  deleted: deletions?.deleted ?? 0,
});

/** The event of the change that completes an import, or with which it fails. */
export const importEvents: EventSource<ImportResource> = ({ before, after }) => {
  const status = after?.['status'];
  const previous = existing(before)?.['status'];
  // An undo that stops returns to the status before it. One of the command line is stored once it has ended.
  if (after === undefined || before === undefined || previous === status || previous === 'undoing') return [];
  if (status !== 'completed' && status !== 'failed') return [];
  return [{ type: `import.${status}`, data: stateOf(importFromItem(after)), sequence: 1 }];
};
