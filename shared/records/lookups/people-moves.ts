import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { LookupChange } from '../../table/items/lookup.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { TableReader } from '../../table/reader.ts';
import type { CounterMove } from './counter-store.ts';

/** The changes of lookups that a record of the stream makes. */
interface RecordChanges {
  readonly streamSequence: string;
  readonly changes: readonly LookupChange[];
}

/** Concurrent reads. */
const CONCURRENCY = 16;

/** The start of the sort keys of a person's lookups in a call list. */
const personStart = (sk: string): string => sk.slice(0, 37);

/** The sort keys of the lookups of a person in a call list, by the key of one of them. */
export const lookupsOfListed = async (
  reader: TableReader,
  { pk, sk }: LookupChange['key'],
): Promise<readonly string[]> => {
  const start = personStart(sk);
  // `$` follows `#`.
  const range = { partition: pk, from: start, to: `${start.slice(0, -1)}$`, consistentRead: true };
  return (await readItems(reader, range)).map((item) => String(item['sk']));
};

/**
 * The moves of the counters of people in call lists: of the first entry of a person, and of the last. To be
 * made before the changes, since it reads which lookups there are: 1 read unit per person. All entries of a
 * list are in one shard of the stream, so the lookups are those of all records before; or of some of these
 * records, too, if they are repeated.
 *
 * @param records in the order of the shard
 */
export const peopleMoves = async (
  reader: TableReader,
  records: readonly RecordChanges[],
): Promise<readonly CounterMove[]> => {
  const textOf = ({ pk, sk }: LookupChange['key']): string => `${pk} ${personStart(sk)}`;
  const changed = records.flatMap(({ streamSequence, changes }) =>
    changes.flatMap(({ key, type, counterOfPeople: counter }) =>
      counter === undefined ? [] : [{ key, type, counter, streamSequence }],
    ),
  );
  const lookups = new Map<string, Set<string>>();
  const people = new Map(changed.map(({ key }) => [textOf(key), key]));
  await forEachConcurrently([...people], CONCURRENCY, async ([text, key]) => {
    lookups.set(text, new Set(await lookupsOfListed(reader, key)));
  });
  return changed.flatMap(({ key, type, counter, streamSequence }) => {
    const own = lookups.get(textOf(key)) ?? new Set();
    const wasListed = own.size > 0;
    if (type === 'put') own.add(key.sk);
    else own.delete(key.sk);
    const isListed = own.size > 0;
    return wasListed === isListed ? [] : [{ counter, by: isListed ? 1 : -1, streamSequence }];
  });
};
