import type { Actor } from '../contract/audit-log.ts';
import { EXPORT_FORMATS, EXPORT_STATES } from '../contract/export-limits.ts';
import { changeJob, leaveOperations } from '../jobs/change-job.ts';
import type { Job, JobLine } from '../jobs/job.ts';
import { countJobs, joinOperation } from '../jobs/job-queue.ts';
import { KIND_NAMES } from '../kinds/names.ts';
import {
  list,
  map,
  optionalNumber,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../table/items/attributes.ts';
import { EXPORT_PREFIX, exportKey, exportPartition } from '../table/items/export-keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import { unchangedSince } from '../table/items/versions.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Export, ExportFile, ExportProgress } from './export.ts';

/** How long exports are listed, from their creation. */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** Follows all ids. */
const END = 'g';

/** The name of the line in which the exports of an organization wait. One runs at a time. */
const LINE = 'QUEUE';

const lineOf = (organizationId: string): JobLine => ({
  partition: exportPartition(organizationId),
  name: LINE,
});

/** An export in the line of its organization. */
export const jobOf = ({ organizationId, id }: Pick<Export, 'organizationId' | 'id'>): Job => ({
  line: lineOf(organizationId),
  id,
});

const exportToItem = (item: Export): Item =>
  withoutAbsent({
    ...item,
    ...exportKey(item.organizationId, item.id),
    [TIME_TO_LIVE_ATTRIBUTE]: Math.floor(Date.parse(item.createdAt) / 1000) + RETENTION_SECONDS,
  });

const known = <T extends string>(values: readonly T[], item: Item, name: string): T => {
  const text = requiredString(item, name);
  const value = values.find((each) => each === text);
  if (value === undefined) throw new Error(`An export has the unknown ${name} ${text}.`);
  return value;
};

/** Field by field: a DynamoDB map has no order. */
export const exportFromItem = (item: Item): Export => {
  const { id = '', name = '', from = null } = map<Actor>(item, 'createdBy') ?? {};
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    resource: known(KIND_NAMES, item, 'resource'),
    format: known(EXPORT_FORMATS, item, 'format'),
    fields: item['fields'] === undefined ? null : list<string>(item, 'fields'),
    changedSince: optionalString(item, 'changedSince'),
    callListId: optionalString(item, 'callListId'),
    includesContactDetails: item['includesContactDetails'] === true,
    state: known(EXPORT_STATES, item, 'state'),
    createdBy: { id, name, from },
    createdAt: requiredString(item, 'createdAt'),
    queuedAt: optionalString(item, 'queuedAt'),
    startedAt: optionalString(item, 'startedAt'),
    completedAt: optionalString(item, 'completedAt'),
    expiresAt: optionalString(item, 'expiresAt'),
    problem: optionalString(item, 'problem'),
    totalCount: optionalNumber(item, 'totalCount'),
    files: list<ExportFile>(item, 'files'),
    progress: map<ExportProgress>(item, 'progress'),
    version: requiredNumber(item, 'version'),
  };
};

/** The write of a new export, on condition that there is none with its id, and that joins the line. */
export const insertOperations = (created: Export): readonly WriteOperation[] => [
  { put: { Item: { ...exportToItem(created) }, ...unchangedSince(undefined) } },
  joinOperation(jobOf(created), created.createdAt),
];

/**
 * Changes an export, unless it was modified since it was read. One that has ended leaves the line.
 *
 * @param others writes of the same transaction, such as an audit entry
 * @returns the changed export, or `undefined` if it was modified
 */
export const changeExport = (
  table: Table,
  before: Export,
  changes: Partial<Export>,
  others: readonly WriteOperation[] = [],
): Promise<Export | undefined> => {
  const leave = leaveOperations(jobOf(before), before, changes);
  return changeJob(table, exportToItem, before, changes, [...leave, ...others]);
};

export const readExport = async (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<Export | undefined> => {
  const item = await reader.get(exportKey(organizationId, id), { consistentRead: true });
  return item === undefined ? undefined : exportFromItem(item);
};

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
  countJobs(reader, lineOf(organizationId), limit);
