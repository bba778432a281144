import type { CountedKind } from '../../../contract/imports/import-limits.ts';
import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { snakeOf } from '../../../kinds/names.ts';
import { readAliases } from '../../../records/store/record-aliases.ts';
import { createIdMaker } from '../../../table/items/import-ids.ts';
import type { TableReader } from '../../../table/reader.ts';
import type { ImportedRecord } from '../drafts/record-draft.ts';
import { listRecords } from '../records/list-records.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { StoredRow } from '../run/import-run.ts';
import { recordKindOf, SOURCED_KINDS, type SourcedKind } from '../sourced-kinds.ts';

type Ids = ReadonlyMap<CountedKind, FingerprintIndex>;

const noIds = (): Ids => new Map(SOURCED_KINDS.map((kind) => [kind, new FingerprintIndex()]));

/** The ids of the records that an import has read, in some 32 bytes each. */
export class ReadRecords {
  readonly #ids = noIds();
  readonly #deleted = noIds();

  /** Notes a record that its source has deleted. */
  addDeleted({ kind, id }: Pick<StoredRow, 'kind' | 'id'>): void {
    this.#deleted.get(kind)?.add(id);
  }

  get hasDeleted(): boolean {
    return [...this.#deleted.values()].some(({ size }) => size > 0);
  }

  isDeleted(kind: SourcedKind, id: string): boolean {
    return this.#deleted.get(kind)?.has(id) === true;
  }

  add({ kind, id }: Pick<StoredRow, 'kind' | 'id'>): void {
    this.#ids.get(kind)?.add(id);
  }

  has(kind: SourcedKind, id: string): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }
}

/** The records of a source that a file deletes. */
export interface MissingRecords {
  /** How many stored records the source brought. */
  readonly brought: number;
  /** Those that the file says are deleted, or that are not in it, if it is complete. */
  readonly ids: readonly string[];
}

/**
 * Finds the stored records of a kind that an import from this source brought, and that its file deletes. A
 * source brought a record if the record has an external id of the source, from which its own id was computed.
 * Records that were imported without an id of their source do not count.
 *
 * Reads the whole collection. Throws an Error while it may not list all records.
 */
export const findMissing = async (
  kind: SourcedKind,
  read: ReadRecords,
  {
    reader,
    organizationId,
    source,
    isComplete,
    onPage,
  }: {
    readonly reader: TableReader;
    readonly organizationId: string;
    readonly source: string;
    /** Whether the file holds all records of the source: those that were not read are missing. */
    readonly isComplete: boolean;
    /** Called after each page; throws to stop reading. */
    readonly onPage?: (() => void) | undefined;
  },
): Promise<MissingRecords> => {
  const name = recordKindOf(kind);
  const idOf = createIdMaker(organizationId);
  const key = sourceKeyOf(source);
  const ids: string[] = [];
  let brought = 0;
  for await (const records of listRecords(reader, organizationId, name)) {
    onPage?.();
    const computed = new Map<ImportedRecord, string>();
    for (const record of records) {
      const own = record.externalIds.find((each) => sourceKeyOf(each.source) === key);
      if (own !== undefined) computed.set(record, idOf(snakeOf(name), source, own.id));
    }
    // Records that got their id after they were created.
    const others = [...computed].filter(([{ id }, given]) => id !== given);
    const aliases = await readAliases(
      reader,
      organizationId,
      others.map(([, given]) => given),
    );
    for (const [record, given] of computed) {
      if (record.id !== given && aliases.get(given) !== record.id) continue;
      brought += 1;
      const names = [record.id, given];
      const isDeleted = names.some((id) => read.isDeleted(kind, id));
      if (isDeleted || (isComplete && !names.some((id) => read.has(kind, id)))) ids.push(record.id);
    }
  }
  return { brought, ids };
};
