import { beforeAll, describe, expect, it, vi } from 'vitest';
import { FILTERS, type FilterName } from '../../../shared/kinds/filters.ts';
import { createMeteredTable, meteredEngine } from '../../support/engine/metered-table.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { storeOrganization } from '../../support/records/growth/organization.ts';
import { measureRequests } from '../../support/records/growth/requests.ts';

const engine = useEngine();

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue(undefined);
  return () => vi.restoreAllMocks();
});

const measure = async (size: number, table = createMeteredTable()) => {
  await storeOrganization(table, size);
  return measureRequests(table, size);
};

/** Read units that a count of up to 10,000 takes, or two for names. */
const COUNTING = 700;

/** The search for the start of the feed takes a step more for each doubling. */
const searchUnits = (name: string, ratio: number): number =>
  name.startsWith('/v1/event') ? Math.ceil(Math.log2(ratio)) : 0;

/** Filters that find records for the service itself. */
const INTERNAL: readonly FilterName[] = ['ENTRY_PHONE'];

describe('every operation that reads, with every value of every filter', () => {
  it('costs the same among 20,000 records as among 1,000', async () => {
    const [small, large] = [await measure(1_000), await measure(20_000)];
    const few = new Map(small.measured.map((each) => [each.name, each]));
    const dear = large.measured.filter(({ name, units, isCounting }) => {
      const before = few.get(name)?.units ?? Number.NaN;
      const allowed = 1.5 * before + searchUnits(name, 20) + (isCounting ? COUNTING : 0);
      return !(units <= allowed);
    });
    expect(dear.map(({ name, units }) => [name, few.get(name)?.units, units])).toEqual([]);

    const queried = [...large.partitions].map((partition) => partition.split('#')[2]);
    const filters = Object.values(FILTERS).flatMap((each) => Object.keys(each) as FilterName[]);
    expect(filters.filter((name) => !queried.includes(name))).toEqual(INTERNAL);
    // It stores 300,000 items.
  }, 300_000);

  it('costs what the engine says', async () => {
    const inMemory = await measure(100);
    const onEngine = await measure(100, meteredEngine(engine.client, engine.tableName));
    expect(inMemory.measured).toEqual(onEngine.measured);
  });
});
