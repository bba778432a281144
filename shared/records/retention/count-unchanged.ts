import { timestampOf } from '../../domain/timestamp.ts';
import { byPlural, PLAIN_KINDS, type PlainKind, type Plural } from '../../kinds/names.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { changePartitions } from '../../table/items/change-keys.ts';
import { CHANGE_INDEX } from '../../table/items/schema.ts';
import type { TableReader } from '../../table/reader.ts';

/** How many records of each kind that expires have not changed. */
export type UnchangedRecords = Readonly<Record<Plural<PlainKind>, number>>;

/**
 * Counts the records that have not changed for some days: at most so many are deleted if records are kept for
 * as long. Those that imports and call lists refer to are among them. Costs 1 read unit per 100
 * to 200 records.
 */
export const countUnchanged = async (
  reader: TableReader,
  organizationId: string,
  days: number,
  now: Date,
): Promise<UnchangedRecords> => {
  const to = timestampOf(new Date(now.getTime() - days * MILLISECONDS_PER_DAY));
  const count = async (collection: PlainKind): Promise<number> => {
    const counts = changePartitions(organizationId, collection).map((partition) =>
      reader.count({ index: CHANGE_INDEX, partition, to }),
    );
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
  const counts = new Map(
    await Promise.all(PLAIN_KINDS.map(async (kind) => [kind, await count(kind)] as const)),
  );
  return byPlural((kind) => counts.get(kind) ?? 0);
};
