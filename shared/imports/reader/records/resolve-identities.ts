import { sourceKeyOf } from '../../../domain/values/external-id.ts';
import { readAliases } from '../../../records/store/record-aliases.ts';
import { existing } from '../../../table/items/versions.ts';
import type { Item } from '../../../table/reader.ts';
import { FingerprintIndex, FingerprintMap } from '../run/fingerprint-index.ts';
import type { ImportRun } from '../run/import-run.ts';
import { readById } from '../run/store-rows.ts';
import type { IdentifiedRow } from './merge-rows.ts';
import type { Identity, RecordKind } from './record-kinds.ts';

/** A row before its record is known. */
export interface UnresolvedRow extends Omit<IdentifiedRow, 'aliases' | 'isFurther'> {
  readonly identity: Identity;
}

/** Rows and their records, and those that may be of several. */
export interface ResolvedRows {
  readonly rows: readonly IdentifiedRow[];
  readonly rejected: readonly (readonly [row: UnresolvedRow, reason: string])[];
  /** The stored records of the rows, by id. */
  readonly stored: ReadonlyMap<unknown, Item>;
}

/**
 * Finds the record of each row:
 *
 * - a row with an id: the record that its source has imported with this id, or the record of this service
 * with it. Otherwise the one person of the source who has its address or profile and no id yet, else a new
 * one;
 * - a row without an id: the one person whom any of its addresses or its profile identifies, else a new one.
 */
export class IdentityResolver {
  readonly #kind: RecordKind;
  readonly #run: ImportRun;
  /** The people whom addresses of rows of this import identify. */
  readonly #named = new FingerprintMap();
  /** The records of the rows so far. */
  readonly #met = new FingerprintIndex();
  /** The people who get an id in this import. */
  readonly #completed = new FingerprintIndex();

  constructor(kind: RecordKind, run: ImportRun) {
    this.#kind = kind;
    this.#run = run;
  }

  #read(ids: readonly string[]): Promise<ReadonlyMap<unknown, Item>> {
    const keys = [...new Set(ids)].map((id) => this.#kind.keyOf(this.#run.organizationId, id));
    return readById(this.#run, keys);
  }

  #hasId(item: Item | undefined, source: string): boolean {
    const key = sourceKeyOf(source);
    return (
      item !== undefined &&
      this.#kind.fromItem(item).externalIds.some((each) => sourceKeyOf(each.source) === key)
    );
  }

  async resolve(rows: readonly UnresolvedRow[]): Promise<ResolvedRows> {
    const first = await this.#read(
      rows.flatMap(({ identity: { id, ownId } }) => [id, ...(ownId ?? [])].flat()),
    );
    const open =
      this.#kind.idKind === 'person'
        ? rows.filter(
            ({ identity: { id, by, others } }) =>
              by !== 'own-id' && (!first.has(id) || (by === 'address' && others().length > 0)),
          )
        : [];
    const possible = open.flatMap(({ identity: { id, others } }) => [id, ...others()]);
    const aliases = await readAliases(this.#run.reader, this.#run.organizationId, possible);
    const second = await this.#read([...possible, ...aliases.values()].filter((id) => !first.has(id)));
    const stored = new Map([...first, ...second]);
    /** The person for whom an id stands. */
    const recordOf = (id: string): string | undefined => {
      const found = [id, aliases.get(id) ?? id].find((each) => existing(stored.get(each)) !== undefined);
      const named = this.#named.get(id);
      return found ?? (named === 'several' ? undefined : named);
    };
    const lacksId = (id: string, source: string): boolean =>
      !this.#completed.has(id) && !this.#hasId(existing(stored.get(id)), source);

    const resolved: IdentifiedRow[] = [];
    const rejected: (readonly [UnresolvedRow, string])[] = [];
    const settle = (row: UnresolvedRow, id: string, names: readonly string[]): void => {
      const aliasesOfRow = names.filter((name) => name !== id && recordOf(name) !== id);
      for (const name of names) this.#named.add(name, id);
      resolved.push({
        id,
        draft: row.draft,
        rows: row.rows,
        aliases: aliasesOfRow,
        isFurther: !this.#met.add(id),
      });
    };

    for (const row of rows) {
      const { id, by, source, ownId, others } = row.identity;
      if (ownId !== undefined && stored.has(ownId)) {
        row.draft.externalIds.splice(
          row.draft.externalIds.findIndex((each) => each.id === row.draft.sourceId),
          1,
        );
        row.draft.sourceId = null;
        settle(row, ownId, []);
        continue;
      }
      if (by === 'own-id' || (by === 'source-id' && stored.has(id))) {
        settle(row, id, []);
        continue;
      }
      const names = by === 'source-id' ? others() : [id, ...others()];
      const known = by === 'source-id' ? recordOf(id) : undefined;
      const found = [...new Set(names.flatMap((name) => recordOf(name) ?? []))];
      const candidates =
        known === undefined ? found.filter((each) => by === 'address' || lacksId(each, source)) : [known];
      const [record = id, ...more] = candidates;
      if (more.length > 0) {
        const reason =
          `id: the addresses of the row are those of several records, ${candidates.join(' and ')} ` +
          '(correct the row, or delete one of the records)';
        rejected.push([row, reason]);
      } else {
        if (by === 'source-id' && known === undefined && record !== id) this.#completed.add(record);
        settle(row, record, by === 'address' ? names : record === id ? [] : [id]);
      }
    }
    return { rows: resolved, rejected, stored };
  }
}
