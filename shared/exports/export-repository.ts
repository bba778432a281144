import type { Actor } from '../contract/audit-log/audit-log.ts';
import { EXPORT_FORMATS, EXPORT_STATES } from '../contract/exports/export-limits.ts';
import { countJobs } from '../jobs/job-queue.ts';
import { JobStore } from '../jobs/job-store.ts';
import { KIND_NAMES } from '../kinds/names.ts';
import {
  knownString,
  list,
  map,
  optionalNumber,
  optionalString,
  requiredNumber,
  requiredString,
} from '../table/items/attributes.ts';
import {
  EXPORT_PREFIX,
  exportKey,
  exportPartition,
  organizationOfExports,
} from '../table/items/export-keys.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { Export, ExportFile, ExportProgress } from './export.ts';
import type { ExportMessage } from './export-message.ts';

/** Follows all ids. */
const END = 'g';

/** Field by field: a DynamoDB map has no order. */
export const exportFromItem = (item: Item): Export => {
  const { id = '', name = '', from = null } = map<Actor>(item, 'createdBy') ?? {};
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    resource: knownString(KIND_NAMES, item, 'resource'),
    format: knownString(EXPORT_FORMATS, item, 'format'),
    fields: item['fields'] === undefined ? null : list<string>(item, 'fields'),
    changedSince: optionalString(item, 'changedSince'),
    callListId: optionalString(item, 'callListId'),
    includesContactDetails: item['includesContactDetails'] === true,
    state: knownString(EXPORT_STATES, item, 'state'),
    createdBy: { id, name, from },
    createdAt: requiredString(item, 'createdAt'),
    queuedAt: optionalString(item, 'queuedAt'),
    startedAt: optionalString(item, 'startedAt'),
    completedAt: optionalString(item, 'completedAt'),
    expiresAt: optionalString(item, 'expiresAt'),
    problem: optionalString(item, 'problem'),
    totalCount: optionalNumber(item, 'totalCount'),
    columnsKey: optionalString(item, 'columnsKey'),
    files: list<ExportFile>(item, 'files'),
    progress: map<ExportProgress>(item, 'progress'),
    version: requiredNumber(item, 'version'),
  };
};

type ExportScope = Pick<Export, 'organizationId'>;

/** Exports, of which one runs at a time per organization. */
export const EXPORTS = new JobStore<Export, ExportScope, ExportMessage>({
  name: 'exports',
  keptDays: 30,
  lineOf: ({ organizationId }) => ({ partition: exportPartition(organizationId), name: 'QUEUE' }),
  scopeOf: ({ partition }) => ({ organizationId: organizationOfExports(partition) }),
  keyOf: ({ organizationId }, id) => exportKey(organizationId, id),
  fromItem: exportFromItem,
  messageOf: ({ organizationId }, id) => ({ organizationId, exportId: id }),
});

export const readExport = (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<Export | undefined> => EXPORTS.read(reader, exportKey(organizationId, id));

/**
 * The exports of an organization, newest first.
 *
 * @param page.after the id after which the page starts
 */
export const listExports = async (
  reader: TableReader,
  organizationId: string,
  { limit, after }: { readonly limit?: number; readonly after?: string | undefined } = {},
): Promise<readonly Export[]> => {
  const items = await readItems(reader, {
    partition: exportPartition(organizationId),
    from: EXPORT_PREFIX,
    to: `${EXPORT_PREFIX}${END}`,
    descending: true,
    consistentRead: true,
    ...(limit !== undefined && { limit }),
    ...(after !== undefined && { startAfter: { ...exportKey(organizationId, after) } }),
  });
  return items.map(exportFromItem);
};

/** How many exports of an organization wait or run, up to a limit. */
export const countQueued = (reader: TableReader, organizationId: string, limit: number): Promise<number> =>
  countJobs(reader, EXPORTS.kind.lineOf({ organizationId }), limit);
