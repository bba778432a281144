import type { CountedKind } from '../../../contract/imports/import-limits.ts';
import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { snakeOf } from '../../../kinds/names.ts';
import { countOfSource } from '../../../records/lookups/source-counts.ts';
import { readAliases } from '../../../records/store/record-aliases.ts';
import { recently } from '../../../records/suppression/enforce-suppressions.ts';
import { createIdMaker } from '../../../table/items/import-ids.ts';
import { isDeleted } from '../../../table/items/versions.ts';
import type { TableReader } from '../../../table/reader.ts';
import { recordKindOf, SOURCED_KINDS, type SourcedKind } from '../../file-kinds.ts';
import type { ImportedRecord } from '../drafts/record-draft.ts';
import { listChanges, listRecords } from '../records/list-records.ts';
import { RECORD_KINDS } from '../records/record-kinds.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';

type Ids = ReadonlyMap<CountedKind, FingerprintIndex>;

const noIds = (): Ids => new Map(SOURCED_KINDS.map((kind) => [kind, new FingerprintIndex()]));

/** Of so many deleted records, the ids are kept: more are found by reading the whole collection. */
const MAX_DELETED_IDS = 10_000;

interface NamedRecord {
  readonly kind: CountedKind;
  readonly id: string;
}

/** The ids of the records that an import has read, in some 32 bytes each. */
export class ReadRecords {
  readonly #ids = noIds();
  readonly #deleted = noIds();
  readonly #deletedIds = new Map<CountedKind, string[]>();

  /** Notes a record that its source has deleted. */
  addDeleted({ kind, id }: NamedRecord): void {
    if (this.#deleted.get(kind)?.add(id) !== true) return;
    const ids = this.#deletedIds.get(kind) ?? [];
    this.#deletedIds.set(kind, ids);
    if (ids.length <= MAX_DELETED_IDS) ids.push(id);
  }

  get hasDeleted(): boolean {
    return [...this.#deleted.values()].some(({ size }) => size > 0);
  }

  isDeleted(kind: SourcedKind, id: string): boolean {
    return this.#deleted.get(kind)?.has(id) === true;
  }

  /** The ids of the deleted records; `undefined` if there are too many. */
  deletedIds(kind: SourcedKind): readonly string[] | undefined {
    const ids = this.#deletedIds.get(kind) ?? [];
    return ids.length > MAX_DELETED_IDS ? undefined : ids;
  }

  add({ kind, id }: NamedRecord): void {
    this.#ids.get(kind)?.add(id);
  }

  has(kind: SourcedKind, id: string): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }
}

/** The records of a source that a file deletes. */
export interface MissingRecords {
  /**
   * How many stored records the source brought. Without a complete file, those that have an id of the source,
   * as far behind as lookups are.
   */
  readonly brought: number;
  /** Those that the file says are deleted, or that are not in it, if it is complete. */
  readonly ids: readonly string[];
}

interface Finding {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly source: string;
  /** Whether the file holds all records of the source: those that were not read are missing. */
  readonly isComplete: boolean;
  /** Called after each page; throws to stop reading. */
  readonly onPage?: (() => void) | undefined;
}

/**
 * The records that an import from a source brought, among some, by their ids. A source brought a record if
 * the record has an external id of the source, from which its own id was computed. Records that were imported
 * without an id of their source do not count.
 *
 * @returns each with the id that the record has by its source, which may be another than its own
 */
const broughtOf = async (
  kind: SourcedKind,
  records: readonly ImportedRecord[],
  { reader, organizationId, source }: Finding,
): Promise<ReadonlyMap<string, string>> => {
  const name = recordKindOf(kind);
  const idOf = createIdMaker(organizationId);
  const key = sourceKeyOf(source);
  const computed = records.flatMap(({ id, externalIds }) => {
    const own = externalIds.find((each) => sourceKeyOf(each.source) === key);
    return own === undefined ? [] : [{ id, given: idOf(snakeOf(name), source, own.id) }];
  });
  // Records that got their id after they were created.
  const others = computed.filter(({ id, given }) => id !== given);
  const aliases = await readAliases(
    reader,
    organizationId,
    others.map(({ given }) => given),
  );
  return new Map(
    computed.flatMap(({ id, given }) =>
      id === given || aliases.get(given) === id ? [[id, given] as const] : [],
    ),
  );
};

/** How many times as many records a source must have as are deleted without a confirmation. */
export const CONFIRMED_FROM = 10;

/**
 * Finds the stored records that a file says are deleted: at the cost of these, and of what changed in the
 * last minute if the source may have brought too few for so many deletions.
 */
const findDeleted = async (
  kind: SourcedKind,
  deleted: readonly string[],
  finding: Finding,
): Promise<MissingRecords | undefined> => {
  const { reader, organizationId, source, onPage } = finding;
  const name = recordKindOf(kind);
  const counted = await countOfSource(reader, organizationId, name, source);
  if (counted === undefined) return undefined;
  const { keyOf, fromItem } = RECORD_KINDS[name];
  const aliases = await readAliases(reader, organizationId, deleted);
  const own = new Set(deleted.map((id) => aliases.get(id) ?? id));
  const items = await reader.getMany(
    [...own].map((id) => keyOf(organizationId, id)),
    { consistentRead: true },
  );
  const records = items.flatMap((item) => (isDeleted(item) ? [] : [fromItem(item)]));
  const ids = [...(await broughtOf(kind, records, finding)).keys()];
  const enough = ids.length * CONFIRMED_FROM;
  if (counted >= enough) return { brought: counted, ids };
  // The counters may not have what was imported just now.
  const recent = new Set<string>();
  for await (const changed of listChanges(reader, organizationId, name, recently())) {
    onPage?.();
    for (const id of (await broughtOf(kind, changed, finding)).keys()) recent.add(id);
    if (recent.size >= enough) break;
  }
  return { brought: Math.max(counted, recent.size), ids };
};

/**
 * Finds the stored records of a kind that an import from this source brought, and that its file deletes.
 *
 * Reads the whole collection if the file is complete, or deletes very many. Then it throws an Error while the
 * index may not list all records.
 */
export const findMissing = async (
  kind: SourcedKind,
  read: ReadRecords,
  finding: Finding,
): Promise<MissingRecords> => {
  const { reader, organizationId, isComplete, onPage } = finding;
  const deleted = isComplete ? undefined : read.deletedIds(kind);
  const found = deleted && (await findDeleted(kind, deleted, finding));
  if (found !== undefined) return found;
  const ids: string[] = [];
  let brought = 0;
  for await (const records of listRecords(reader, organizationId, recordKindOf(kind))) {
    onPage?.();
    for (const [id, given] of await broughtOf(kind, records, finding)) {
      brought += 1;
      const names = [id, given];
      const isNamed = names.some((each) => read.isDeleted(kind, each));
      if (isNamed || (isComplete && !names.some((each) => read.has(kind, each)))) ids.push(id);
    }
  }
  return { brought, ids };
};
