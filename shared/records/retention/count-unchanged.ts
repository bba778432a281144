import { timestampOf } from '../../domain/timestamp.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { changePartitions } from '../../table/items/change-keys.ts';
import { CHANGE_INDEX } from '../../table/items/schema.ts';
import type { TableReader } from '../../table/reader.ts';

/**
 * Counts the people and companies that have not changed for some days: at most so many are deleted if records
 * are kept for as long. Those that imports and call lists refer to are among them. Costs 1 read unit per 100
 * to 200 records.
 */
export const countUnchanged = async (
  reader: TableReader,
  organizationId: string,
  days: number,
  now: Date,
): Promise<{ readonly people: number; readonly companies: number }> => {
  const to = timestampOf(new Date(now.getTime() - days * MILLISECONDS_PER_DAY));
  const count = async (collection: 'person' | 'company'): Promise<number> => {
    const counts = changePartitions(organizationId, collection).map((partition) =>
      reader.count({ index: CHANGE_INDEX, partition, to }),
    );
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
  const [people, companies] = await Promise.all([count('person'), count('company')]);
  return { people, companies };
};
