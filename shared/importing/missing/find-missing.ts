import type { Company } from '../../domain/company.ts';
import { createIdMaker } from '../../domain/import-ids.ts';
import type { Person } from '../../domain/person.ts';
import type { Collection } from '../../table/collections/collection.ts';
import { createCompanies, createPeople } from '../../table/collections/collections.ts';
import type { TableReader } from '../../table/reader.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { StoredRow } from '../run/import-run.ts';

/** A kind of record that remembers which source brought it. */
export const SOURCED_KINDS = ['people', 'companies'] as const;
export type SourcedKind = (typeof SOURCED_KINDS)[number];

const ID_KINDS = { people: 'person', companies: 'company' } as const;

/** The ids of the records that an import has read, in some 32 bytes each. */
export class ReadRecords {
  readonly #ids: Readonly<Record<SourcedKind, FingerprintIndex>> = {
    people: new FingerprintIndex(),
    companies: new FingerprintIndex(),
  };

  add({ kind, id }: Pick<StoredRow, 'kind' | 'id'>): void {
    if (kind === 'people' || kind === 'companies') this.#ids[kind].add(id);
  }

  has(kind: SourcedKind, id: string): boolean {
    return this.#ids[kind].has(id);
  }
}

/** What a file that is complete no longer holds. */
export interface MissingRecords {
  /** How many stored records the source brought. */
  readonly brought: number;
  /** Those that were not read. */
  readonly ids: readonly string[];
}

const collectionOf = (
  kind: SourcedKind,
  reader: TableReader,
  organizationId: string,
): Collection<Person | Company> =>
  kind === 'people' ? createPeople(reader, organizationId) : createCompanies(reader, organizationId);

/** Records per page of a collection. */
const PAGE_SIZE = 500;

/**
 * Finds the stored records of a kind that an import from this source brought, and that were not read now. A
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
    onPage,
  }: {
    readonly reader: TableReader;
    readonly organizationId: string;
    readonly source: string;
    /** Called after each page; throws to stop reading. */
    readonly onPage?: (() => void) | undefined;
  },
): Promise<MissingRecords> => {
  const collection = collectionOf(kind, reader, organizationId);
  if (!(await collection.total()).isComplete) {
    throw new Error(
      `The collection of ${kind} does not list all stored records yet. Finish "npm run upgrade-data" first.`,
    );
  }
  const idOf = createIdMaker(organizationId);
  const isBrought = ({ id, externalIds }: Person | Company): boolean =>
    externalIds.some((each) => each.source === source && idOf(ID_KINDS[kind], source, each.id) === id);
  // A record that changes meanwhile is met again.
  const met = new FingerprintIndex();
  const ids: string[] = [];
  let brought = 0;
  let position: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const page = await collection.page({
      changedSince: undefined,
      descending: false,
      limit: PAGE_SIZE,
      position,
    });
    onPage?.();
    for (const { resource } of page.items) {
      if (!met.add(resource.id) || !isBrought(resource)) continue;
      brought += 1;
      if (!read.has(kind, resource.id)) ids.push(resource.id);
    }
    position = page.end ?? position;
    hasMore = page.hasMore;
  }
  return { brought, ids };
};
