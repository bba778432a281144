import type { Actor } from '../contract/audit-log/audit-log.ts';
import { DEFAULT_SETTINGS } from '../contract/imports/import-limits.ts';
import type { FilePlan } from '../contract/imports/import-plan.ts';
import { JobStore } from '../jobs/job-store.ts';
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
  importKey,
  importLockPartition,
  importPartition,
  organizationOfImportLocks,
} from '../table/items/import-keys.ts';
import { collectionSortKey } from '../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../table/items/schema.ts';
import { readCollectionPage } from '../table/paging/collection-page.ts';
import { readWholeItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import {
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type Import,
  type ImportDeletions,
  type ImportedCounts,
  type ImportKind,
  type ImportProgress,
  type ImportSettings,
  type ImportStatus,
  type ImportUndo,
  type NewImport,
} from './import.ts';
import { countsOf } from './reader/run/import-report.ts';
import type { CountedWarning } from './reader/run/warning-kinds.ts';

/** Some fields in order: a DynamoDB map has none, and what a later version stores is not passed on. */
const fieldsOf = <T extends object, K extends keyof T>(stored: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, stored[name]])) as Pick<T, K>;

const SETTINGS = Object.keys(DEFAULT_SETTINGS) as (keyof ImportSettings)[];

export const settingsOf = (stored: Partial<ImportSettings> | null): ImportSettings => {
  const given = fieldsOf({ ...DEFAULT_SETTINGS, ...stored }, SETTINGS);
  return { ...given, mappings: given.mappings.map(({ column, path }) => ({ column, path })) };
};

const planIn = (item: Item): FilePlan | null => {
  const plan = map<FilePlan>(item, 'plan');
  return (
    plan && {
      ...fieldsOf(plan, ['file', 'format', 'encoding', 'separator', 'region', 'identifiedBy', 'bannedBy']),
      ...fieldsOf(plan, ['deletedBy', 'isDeletingMissing', 'isKeepingBlank']),
      dateOrders: plan.dateOrders.map(({ column, order }) => ({ column, order })),
    }
  );
};

export const importFromItem = (item: Item): Import => {
  const actor = map<Actor>(item, 'startedBy');
  const counts = map<ImportedCounts>(item, 'counts');
  const deletions = map<ImportDeletions>(item, 'deletions');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    kind: knownString(IMPORT_KINDS, item, 'kind'),
    source: requiredString(item, 'source'),
    fileName: requiredString(item, 'fileName'),
    objectKey: requiredString(item, 'objectKey'),
    etag: optionalString(item, 'etag'),
    size: requiredNumber(item, 'size'),
    contentHash: optionalString(item, 'contentHash'),
    settings: settingsOf(map<ImportSettings>(item, 'settings')),
    status: knownString(IMPORT_STATUSES, item, 'status'),
    isRepeat: item['isRepeat'] === true,
    startedBy: { id: actor?.id ?? '', name: actor?.name ?? '', from: actor?.from ?? null },
    createdAt: requiredString(item, 'createdAt'),
    queuedAt: optionalString(item, 'queuedAt'),
    startedAt: optionalString(item, 'startedAt'),
    finishedAt: optionalString(item, 'finishedAt'),
    counts: counts && countsOf(counts),
    bytesRead: requiredNumber(item, 'bytesRead'),
    progress: map<ImportProgress>(item, 'progress'),
    problem: optionalString(item, 'problem'),
    deletions: deletions && fieldsOf(deletions, ['missing', 'deleted', 'stopped']),
    confirmedDeletions: optionalNumber(item, 'confirmedDeletions'),
    sameAs: optionalString(item, 'sameAs'),
    undo: map<ImportUndo>(item, 'undo'),
    batchId: optionalString(item, 'batchId'),
    isBound: item['isBound'] === true,
    plan: planIn(item),
    warnings: list<CountedWarning>(item, 'warnings'),
    version: requiredNumber(item, 'version'),
  };
};

export interface ImportPage {
  /** Newest first. */
  readonly imports: readonly Import[];
  /** The position of the last import, if more follow. */
  readonly next?: string | undefined;
}

/**
 * An import as it is first stored, with nothing read yet.
 *
 * @param queuedAt when it joins the line of its kind; `null` if its file is not uploaded yet
 */
export const newImport = (created: NewImport, queuedAt: string | null): Import => ({
  ...created,
  status: queuedAt === null ? 'awaiting_upload' : 'queued',
  contentHash: created.contentHash ?? null,
  queuedAt,
  startedAt: null,
  finishedAt: null,
  counts: null,
  bytesRead: 0,
  progress: null,
  problem: null,
  deletions: null,
  confirmedDeletions: null,
  sameAs: null,
  undo: null,
  batchId: created.batchId ?? null,
  isBound: created.isBound ?? false,
  plan: null,
  warnings: [],
  version: 1,
});

/** Starts or continues an import. The queue may deliver it more than once. */
export interface ImportMessage extends ImportScope {
  readonly importId: string;
}

type ImportScope = Pick<Import, 'organizationId' | 'kind'>;

const kindOf = (name: string): ImportKind => {
  const kind = IMPORT_KINDS.find((known) => known === name);
  if (kind === undefined) throw new Error(`There is no kind ${name} of imports.`);
  return kind;
};

/** Imports, of which one runs at a time per organization and kind. */
export const IMPORTS = new JobStore<Import, ImportScope, ImportMessage>({
  name: 'imports',
  keptDays: 400,
  lineOf: ({ organizationId, kind }) => ({ partition: importLockPartition(organizationId), name: kind }),
  scopeOf: ({ partition, name }) => ({
    organizationId: organizationOfImportLocks(partition),
    kind: kindOf(name),
  }),
  keyOf: ({ organizationId }, id) => importKey(organizationId, id),
  indexKeysOf: ({ organizationId, kind, createdAt, id }) => ({
    [COLLECTION_INDEX.partitionKey]: importPartition(organizationId),
    [PART_INDEX.partitionKey]: importPartition(organizationId, kind),
    [COLLECTION_INDEX.sortKey]: collectionSortKey(createdAt, id),
  }),
  fromItem: importFromItem,
  messageOf: ({ organizationId, kind }, id) => ({ organizationId, kind, importId: id }),
});

/**
 * Stores a new import. One that is queued joins the line of its kind, and the caller then starts it.
 *
 * @returns `undefined` if there is one with its id
 */
export const insertImport = async (
  { writer }: Table,
  created: Import,
  others: readonly WriteOperation[] = [],
): Promise<Import | undefined> =>
  (await writer.transact([...IMPORTS.insertOperations(created), ...others])) ? created : undefined;

export const readImport = (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<Import | undefined> => IMPORTS.read(reader, importKey(organizationId, id));

interface ImportSelection {
  readonly organizationId: string;
  /** @default all kinds */
  readonly kind?: ImportKind | undefined;
  /** @default all */
  readonly statuses?: ReadonlySet<ImportStatus>;
}

interface ImportOrder {
  readonly limit: number;
  /** Where the previous page ended. */
  readonly position?: string | undefined;
  readonly isOldestFirst?: boolean;
}

/** Imports that are read to find those of some statuses, and the page that exceeds this. */
const MAX_SEARCHED_IMPORTS = 200;

/**
 * A page of an organization's imports, by default newest first. The index lags slightly behind the table, and
 * does not know the status: a page of some statuses may be short, or even empty, while more follow.
 */
export const listImports = async (
  reader: TableReader,
  { organizationId, kind, statuses }: ImportSelection,
  { isOldestFirst = false, limit, position }: ImportOrder,
): Promise<ImportPage> => {
  const imports: Import[] = [];
  let next = position;
  for (let searched = 0; searched < MAX_SEARCHED_IMPORTS; searched += limit) {
    const page = await readCollectionPage(reader, {
      limit,
      position: next,
      index: kind === undefined ? COLLECTION_INDEX : PART_INDEX,
      partition: importPartition(organizationId, kind),
      keyAt: (id) => importKey(organizationId, id),
      descending: !isOldestFirst,
    });
    const stored = await readWholeItems(reader, page.items, { consistentRead: true });
    imports.push(...stored.map(importFromItem).filter(({ status }) => statuses?.has(status) ?? true));
    next = page.next;
    if (next === undefined || imports.length >= limit) break;
  }
  const last = imports.length > limit ? imports[limit - 1] : undefined;
  if (last !== undefined) next = collectionSortKey(last.createdAt, last.id);
  return { imports: imports.slice(0, limit), next };
};
