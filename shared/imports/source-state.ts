import { isDeepStrictEqual } from 'node:util';
import { camelOf } from '../kinds/names.ts';
import { optionalString, requiredNumber, requiredString, withoutAbsent } from '../table/items/attributes.ts';
import { SOURCE_STATE_COPIES, sourceStateKey } from '../table/items/import-keys.ts';
import { nextVersion, unchangedSince } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import { isSourced } from './file-kinds.ts';
import type { Import, ImportKind } from './import.ts';
import { deletionMarkOf } from './reader/run/import-marks.ts';
import type { ImportFence } from './reader/run/import-run.ts';

/** The records that imports bring. */
interface ImportSource {
  readonly organizationId: string;
  readonly kind: ImportKind;
  readonly source: string;
}

/** An import, as it is compared with others of its kind and source. */
export interface OrderedImport extends ImportSource {
  readonly id: string;
  /** How old its file is: when it arrived, or the command was started. */
  readonly at: string;
  /** Whether the command line runs it, or the queue. */
  readonly isCommand: boolean;
  /** Whether it deletes what its file does not hold. */
  readonly isDeleting: boolean;
}

/**
 * How an import of the queue is compared with others. A repetition is as new as its start, so it runs in any
 * case. Call lists do not store their source.
 */
export const orderOf = ({
  organizationId,
  kind,
  source,
  id,
  createdAt,
  settings,
}: Import): OrderedImport => ({
  organizationId,
  kind,
  source,
  id,
  at: createdAt,
  isCommand: false,
  isDeleting: settings.isDeletingMissing && isSourced(camelOf(kind)),
});

/**
 * Files that arrive within this time may be parts of one export. S3 may notify the service of them in any
 * order, so none of them outdates another, unless it deletes what its own file does not hold.
 */
export const PARTS_MILLISECONDS = 5 * 60_000;

/** When the newest import of each sort that has begun to write arrived or started. */
interface NewestImports {
  /** The newest import of the queue. */
  readonly queuedAt: string | null;
  /** The newest import of the command line. */
  readonly commandAt: string | null;
  /** The newest import that deletes what its file does not contain. */
  readonly deletingAt: string | null;
}

const SORTS = ['queuedAt', 'commandAt', 'deletingAt'] as const satisfies readonly (keyof NewestImports)[];

/** What has imported a kind and source. */
interface SourceState extends NewestImports {
  /** The last import that has begun to write. */
  readonly importId: string;
  readonly version: number;
}

/** A newer import of the same kind and source has begun, which this one would undo. */
export class OutdatedImportError extends Error {
  override readonly name = 'OutdatedImportError';
}

/** The newest imports that do not outdate an import. Others of a sort that is absent do not matter. */
const limitsOf = ({ at, isCommand, isDeleting }: OrderedImport): Partial<NewestImports> => {
  if (isDeleting) return { queuedAt: at, commandAt: at, deletingAt: at };
  const queuedAt = new Date(Date.parse(at) + PARTS_MILLISECONDS).toISOString();
  // Commands that run at the same time may import parts of one export, too.
  return { queuedAt, deletingAt: at, ...(isCommand ? {} : { commandAt: at }) };
};

const assertUpToDate = (order: OrderedImport, state: SourceState | undefined): void => {
  const limits = limitsOf(order);
  const isAfter = (sort: keyof NewestImports): boolean => {
    const [newest, limit] = [state?.[sort] ?? null, limits[sort] ?? null];
    return newest !== null && limit !== null && newest > limit;
  };
  if (!SORTS.some(isAfter)) return;
  const newer = isAfter('commandAt')
    ? 'A later `npm run import` has imported this source'
    : 'A file of this source that arrived later is already imported';
  throw new OutdatedImportError(`${newer}, and this import would overwrite or delete its records.`);
};

export const readSourceState = async (
  reader: TableReader,
  { organizationId, kind, source }: ImportSource,
): Promise<SourceState | undefined> => {
  const item = await reader.get(sourceStateKey(organizationId, kind, source, 0), { consistentRead: true });
  return (
    item && {
      importId: requiredString(item, 'importId'),
      version: requiredNumber(item, 'version'),
      queuedAt: optionalString(item, 'queuedAt'),
      commandAt: optionalString(item, 'commandAt'),
      deletingAt: optionalString(item, 'deletingAt'),
    }
  );
};

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/** Makes an import known to others, on condition that it is not outdated. Idempotent. */
const note = ({ reader, writer }: Table, order: OrderedImport, isWriting: boolean): Promise<void> =>
  retryLostRaces(async () => {
    const { organizationId, kind, source, id, at, isCommand, isDeleting } = order;
    const state = await readSourceState(reader, order);
    assertUpToDate(order, state);
    const { queuedAt = null, commandAt = null, deletingAt = null } = state ?? {};
    const next = {
      importId: isWriting || state === undefined ? id : state.importId,
      queuedAt: isCommand ? queuedAt : later(queuedAt, at),
      commandAt: isCommand ? later(commandAt, at) : commandAt,
      deletingAt: isDeleting ? later(deletingAt, at) : deletingAt,
    };
    if (isDeepStrictEqual({ ...next, version: state?.version }, state)) return;
    const isNoted = await writer.transact(
      Array.from({ length: SOURCE_STATE_COPIES }, (_, copy) => {
        const key = sourceStateKey(organizationId, kind, source, copy);
        const item = nextVersion(withoutAbsent({ ...key, ...next }), state?.version);
        return { put: { Item: { ...item }, ...unchangedSince(state?.version) } };
      }),
    );
    return isNoted ? undefined : LOST;
  });

/**
 * Notes an import that is skipped because it would write nothing.
 *
 * @throws OutdatedImportError
 */
export const noteSkipped = (table: Table, order: OrderedImport): Promise<void> => note(table, order, false);

let nextCopy = 0;

const checkOf = (order: OrderedImport): WriteOperation => {
  const { organizationId, kind, source } = order;
  nextCopy = (nextCopy + 1) % SOURCE_STATE_COPIES;
  const limits = Object.entries(limitsOf(order));
  return {
    check: {
      Key: { ...sourceStateKey(organizationId, kind, source, nextCopy) },
      ConditionExpression: limits
        .map(([sort]) => `(attribute_not_exists(${sort}) OR ${sort} <= :${sort})`)
        .join(' AND '),
      ExpressionAttributeValues: Object.fromEntries(limits.map(([sort, limit]) => [`:${sort}`, limit])),
    },
  };
};

/**
 * Lets an import write until a newer one of its kind and source begins, whichever way that came: no write of
 * the older one is stored after the newer one has begun to read.
 */
export const createImportFence = (table: Table, order: OrderedImport): ImportFence => ({
  importId: order.id,
  mark: deletionMarkOf(order.id),
  begin: () => note(table, order, true),
  check: () => checkOf(order),
  assertOpen: async () => assertUpToDate(order, await readSourceState(table.reader, order)),
});

/** Whether another import of the same kind and source has begun since this one did. */
export const isSuperseded = async (
  reader: TableReader,
  item: ImportSource & Pick<OrderedImport, 'id'>,
): Promise<boolean> => {
  const state = await readSourceState(reader, item);
  return state !== undefined && state.importId !== item.id;
};
