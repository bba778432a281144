import { setTimeout } from 'node:timers/promises';
import {
  CONCURRENT_TRANSACTIONS,
  TRANSACTION_RECORDS,
} from '../../../shared/imports/reader/records/store-records.ts';
import { createWriteLimit } from '../../../shared/imports/reader/run/adapt-to-throttling.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { changePartitions } from '../../../shared/table/items/change-keys.ts';
import { TableThrottledError } from '../../../shared/table/reader.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import type { RecordSizes } from './item-sizes.ts';
import { createPartitions, PARTITION_UNITS_PER_SECOND } from './partitions.ts';
import { createStreamConsumers } from './stream-consumers.ts';

/** Milliseconds, all of them assumptions on the slow side. */
export interface ImportLatency {
  /** A transaction of a hundred writes. */
  readonly transaction: number;
  /** A read of the stored records of the next rows, concurrent with the transactions. */
  readonly read: number;
  /** CPU time of one row. */
  readonly row: number;
}

interface ThroughputOptions {
  /** Concurrent imports, each of its own organization. */
  readonly steps: number;
  /** Partitions of the table, and of the change index. */
  readonly partitions: number;
  readonly sizes: RecordSizes;
  readonly latency: ImportLatency;
  /** Simulated seconds of importing. */
  readonly seconds: number;
}

/** What became of simulated imports of new records. */
export interface ImportThroughput {
  readonly rowsPerSecond: number;
  /** What throttled the first transaction, and after how many seconds. */
  readonly firstThrottled: string;
  /** The share of transactions that were throttled. */
  readonly throttled: number;
  /** Seconds after the last row until all lookups are written, and all events are in the feed. */
  readonly lookupsLater: number;
  readonly feedLater: number;
  /** Write units of the busiest partition of the table, as a multiple of the mean. */
  readonly busiestPartition: number;
  /** Write units of a row, with all that follows and all that was throttled. */
  readonly unitsPerRow: number;
}

/** Transactions of the rows that an import reads together. */
const WINDOW_TRANSACTIONS = 2 * CONCURRENT_TRANSACTIONS;

/** Write units of counting the rows of a transaction, and of its check that no newer import began. */
const COUNTER_UNITS = 2;
const CHECK_UNITS = 2;

/** Units of an index partition that DynamoDB accepts before it throttles the table: an assumption. */
const INDEX_DEBT = PARTITION_UNITS_PER_SECOND;

const addTo = (sums: Map<number, number>, key: number, units: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + units);
};

/** Simulates imports of new records into one table, with the code that limits their writes. */
export const simulateImports = ({
  steps,
  partitions,
  sizes,
  latency,
  seconds,
}: ThroughputOptions): Promise<ImportThroughput> =>
  inVirtualTime(async () => {
    const table = createPartitions(partitions);
    const index = createPartitions(partitions);
    const start = Date.now();
    const end = start + seconds * 1000;
    let made = 0;
    let throttled = 0;
    let firstThrottled = '';
    const consumers = createStreamConsumers(table, sizes, steps);

    /** What a key of each organization hashes to. */
    const hashes = Array.from({ length: steps }, (_, organization) => ({
      counters: Math.random(),
      checks: Math.random(),
      shards: changePartitions(String(organization), sizes.kind).map(() => Math.random()),
    }));

    const acceptsAll = (all: typeof table, units: ReadonlyMap<number, number>, debt: number): boolean =>
      [...units].every(([partition, needed]) => all.accepts(partition, needed, debt));

    const transact = async (organization: number): Promise<void> => {
      const { counters = 0, checks = 0, shards = [] } = hashes[organization] ?? {};
      const rows = Array.from({ length: TRANSACTION_RECORDS }, () => table.partitionOf(Math.random()));
      const tableUnits = new Map<number, number>();
      const indexUnits = new Map<number, number>();
      for (const partition of rows) {
        addTo(tableUnits, partition, sizes.writeUnits.record);
        const shard = shards[Math.floor(Math.random() * shards.length)] ?? 0;
        addTo(indexUnits, index.partitionOf(shard), sizes.writeUnits.index);
      }
      addTo(tableUnits, table.partitionOf(counters), COUNTER_UNITS);
      addTo(tableUnits, table.partitionOf(checks), CHECK_UNITS);
      await setTimeout(latency.transaction);
      const hasTable = acceptsAll(table, tableUnits, 0);
      if (hasTable && acceptsAll(index, indexUnits, INDEX_DEBT)) {
        for (const [partition, units] of tableUnits) table.take(partition, units);
        for (const [partition, units] of indexUnits) index.take(partition, units);
        made += 1;
        for (const partition of rows) consumers.add(partition, organization);
        return;
      }
      throttled += 1;
      firstThrottled ||=
        `${hasTable ? 'index' : 'table'} partition, ${((Date.now() - start) / 1000).toFixed(1)} ` + 's';
      // A transaction prepares and then commits: the partitions that had capacity have prepared their writes.
      for (const [partition, units] of tableUnits) {
        if (table.accepts(partition, units)) table.take(partition, units / 2);
      }
      throw new TableThrottledError('Throttled.');
    };

    const runStep = async (organization: number): Promise<void> => {
      const write = createWriteLimit();
      let cpuFreeAt = 0;
      const compute = async (milliseconds: number): Promise<void> => {
        cpuFreeAt = Math.max(Date.now(), cpuFreeAt) + milliseconds;
        await setTimeout(cpuFreeAt - Date.now());
      };
      const window = Array.from({ length: WINDOW_TRANSACTIONS }, () => organization);
      while (Date.now() < end) {
        const stored = forEachConcurrently(window, CONCURRENT_TRANSACTIONS, async () => {
          await compute(TRANSACTION_RECORDS * latency.row);
          await write(() => transact(organization));
        });
        await Promise.all([stored, setTimeout(latency.read)]);
      }
    };

    await Promise.all(hashes.map((_, organization) => runStep(organization)));
    const rows = made * TRANSACTION_RECORDS;
    const importedAt = Date.now();
    const { lookups, feed } = await consumers.drain();
    return {
      rowsPerSecond: (rows * 1000) / (importedAt - start),
      firstThrottled: firstThrottled || 'nothing',
      throttled: throttled / (throttled + made),
      lookupsLater: (lookups - importedAt) / 1000,
      feedLater: (feed - importedAt) / 1000,
      busiestPartition: table.busiest,
      unitsPerRow: (table.units + index.units) / rows,
    };
  });
