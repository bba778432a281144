import type { ExportEventState } from '../contract/events/events.ts';
import type { EventSource } from '../events/events-of-change.ts';
import type { ExportResource } from '../table/items/resource-key.ts';
import { existing } from '../table/items/versions.ts';
import { type Export, recordCountOf } from './export.ts';
import { exportFromItem } from './export-repository.ts';

/** Field by field, so that events have the same fields in the same order, whatever else an export stores. */
const eventStateOf = (item: Export): ExportEventState => ({
  id: item.id,
  resource: item.resource,
  format: item.format,
  problem: item.problem,
  recordCount: recordCountOf(item),
  totalCount: item.totalCount,
  createdAt: item.createdAt,
  completedAt: item.completedAt,
  expiresAt: item.expiresAt,
});

/** The event of the change that completes an export, or with which it fails. */
export const exportEvents: EventSource<ExportResource> = ({ before, after }) => {
  const state = after?.['state'];
  if (after === undefined || existing(before)?.['state'] === state) return [];
  if (state !== 'completed' && state !== 'failed') return [];
  return [{ type: `export.${state}`, data: eventStateOf(exportFromItem(after)), sequence: 1 }];
};
