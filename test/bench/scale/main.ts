/**
 * Computes what many large organizations need of AWS, from the sizes of the items that the service stores for
 * the sample data, and simulates imports, and the publishers that append to the feed of one organization.
 * Prints tables, or one JSON document with `--json`. Nothing is measured in milliseconds, so other work on
 * the machine does not matter.
 *
 * - `--organizations N` (100), `--people N` (10000000) of each, `--requests N` (10000) per second, `--rows N`
 *   (1000000) that one organization imports per hour
 */
import { parseArgs } from 'node:util';
import { LONGEST_APPEND_WAIT } from '../../../shared/events/feed/append-to-feed.ts';
import { LOG_BYTES_PER_REQUEST } from '../support/log-bytes.ts';
import { table } from '../support/output.ts';
import { APPEND_LATENCY, simulateContention } from './feed-contention.ts';
import { simulateImports } from './import-throughput.ts';
import { measureRecord, OVERHEAD_BYTES, readItems } from './item-sizes.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    organizations: { type: 'string', default: '100' },
    people: { type: 'string', default: '10000000' },
    requests: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '1000000' },
  },
});
const [organizations = 0, people = 0, requests = 0, rows = 0] = [
  values.organizations,
  values.people,
  values.requests,
  values.rows,
].map(Number);

const SECONDS_PER_MONTH = 30 * 86_400;
/** The size at which DynamoDB splits a partition. */
const PARTITION_BYTES = 10e9;
/** List prices of us-east-1: API Gateway REST in millions of requests and dollars per million, by tier. */
const API_GATEWAY_TIERS = [
  [333, 3.5],
  [667, 2.8],
  [19_000, 2.38],
  [Number.POSITIVE_INFINITY, 1.51],
] as const;
const DOLLARS_PER_GIGABYTE_MONTH = 0.25;
const DOLLARS_PER_MILLION = { lambdaRequest: 0.2, readUnit: 0.125, writeUnit: 0.625 } as const;
/** Milliseconds of an invocation, at 512 MB: an assumption. */
const INVOCATION_MILLISECONDS = 10;
const DOLLARS_PER_GIGABYTE_SECOND = 0.000_013_333_4;
const DOLLARS_PER_LOG_GIGABYTE = 0.5;
/** The authorizer reads the key with strong consistency, the function a record without. */
const READ_UNITS_PER_REQUEST = 1.5;

const EARLIER_LONGEST_WAIT = 5_000;

/** Milliseconds of an import's requests and of its CPU time per row: assumptions, on the slow side. */
const IMPORT_LATENCY = { transaction: 100, read: 50, row: 0.2 };
const IMPORT_SECONDS = 120;
const CONCURRENT_IMPORTS = [1, 4, 16];
/**
 * The partitions of a new table, after it doubled once and twice, and at the default quota of write units.
 */
const TABLE_PARTITIONS = [4, 8, 16, 40];

const apiGatewayDollars = (millions: number): number => {
  let left = millions;
  let dollars = 0;
  for (const [size, price] of API_GATEWAY_TIERS) {
    dollars += Math.min(left, size) * price;
    left -= Math.min(left, size);
  }
  return dollars;
};

/**
 * Repeatable, uniformly distributed numbers: https://en.wikipedia.org/wiki/Lehmer_random_number_generator.
 */
const createRandom = () => {
  let state = 48_271;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const items = await readItems();
const person = measureRecord(items, 'person');
const call = measureRecord(items, 'call');
const sum = (numbers: Readonly<Record<string, number>>): number =>
  Object.values(numbers).reduce((total, each) => total + each, 0);
const storedBytes = sum(person.bytes) + OVERHEAD_BYTES * (2 + person.lookups);
const eventBytes = sum(person.eventBytes) + OVERHEAD_BYTES;
const total = organizations * people * storedBytes;
const rowsPerSecond = rows / 3600;
const monthlyMillions = (requests * SECONDS_PER_MONTH) / 1e6;

const scenario = {
  storage: {
    terabytes: total / 1e12,
    partitions: Math.ceil(total / PARTITION_BYTES),
    partitionsOfOneOrganization: Math.ceil(total / organizations / PARTITION_BYTES),
    gigabytesPerMillionEvents: (eventBytes * 1e6) / 1e9,
    dollarsPerMonth: (total / 1e9) * DOLLARS_PER_GIGABYTE_MONTH,
  },
  import: {
    rowsPerSecond,
    writeUnitsPerRow: sum(person.writeUnits),
    writeUnitsPerSecond: rowsPerSecond * sum(person.writeUnits),
    writesPerSecondAndIndexPartition: rowsPerSecond / 8,
    dollarsPerMillionRows: sum(person.writeUnits) * DOLLARS_PER_MILLION.writeUnit,
  },
  requests: {
    readUnitsPerSecond: requests * READ_UNITS_PER_REQUEST,
    invocationsPerSecond: 2 * requests,
    concurrency: (2 * requests * INVOCATION_MILLISECONDS) / 1000,
    // Lambda allows ten requests per second for each unit of concurrency.
    concurrencyQuota: (2 * requests) / 10,
  },
  dollarsPerMonth: {
    apiGateway: apiGatewayDollars(monthlyMillions),
    lambdaRequests: monthlyMillions * 2 * DOLLARS_PER_MILLION.lambdaRequest,
    lambdaTime:
      monthlyMillions * 1e6 * 2 * (INVOCATION_MILLISECONDS / 1000) * 0.5 * DOLLARS_PER_GIGABYTE_SECOND,
    reads: monthlyMillions * READ_UNITS_PER_REQUEST * DOLLARS_PER_MILLION.readUnit,
    logs: ((monthlyMillions * 1e6 * LOG_BYTES_PER_REQUEST) / 1e9) * DOLLARS_PER_LOG_GIGABYTE,
  },
};

const contention = [EARLIER_LONGEST_WAIT, LONGEST_APPEND_WAIT].flatMap((longestAppendWait) =>
  [rowsPerSecond, 1000, 2000, 3000].flatMap((changesPerSecond) =>
    [4, 16, 128].map((shards) => ({
      longestAppendWait,
      changesPerSecond: Math.round(changesPerSecond),
      shards,
      ...simulateContention({
        shards,
        changesPerSecond,
        latency: APPEND_LATENCY,
        chunkUnits: person.chunkUnits,
        longestAppendWait,
        seconds: 300,
        random: createRandom(),
      }),
    })),
  ),
);

const imports = [];
for (const sizes of [person, call]) {
  for (const partitions of TABLE_PARTITIONS) {
    for (const steps of CONCURRENT_IMPORTS) {
      const simulated = await simulateImports({
        ...{ steps, partitions, sizes },
        latency: IMPORT_LATENCY,
        seconds: IMPORT_SECONDS,
      });
      const dollars = simulated.unitsPerRow * DOLLARS_PER_MILLION.writeUnit + DOLLARS_PER_MILLION.readUnit;
      imports.push({ kind: sizes.kind, partitions, steps, ...simulated, dollarsPerMillionRows: dollars });
    }
  }
}

const shown = (value: number): string =>
  value.toLocaleString('en', value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
const rowsOf = (numbers: Readonly<Record<string, number>>) =>
  Object.entries(numbers).map(([name, value]) => [name, shown(value)]);

if (values.json) {
  process.stdout.write(`${JSON.stringify({ person, call, scenario, imports, contention })}\n`);
} else {
  const columns = [
    'appendsPerSecond',
    'lostPerAppend',
    'failedBatches',
    'p50',
    'p99',
    'backlog',
    'partitionUnits',
    'allUnits',
  ] as const;
  const importColumns = [
    'rowsPerSecond',
    'throttled',
    'lookupsLater',
    'feedLater',
    'busiestPartition',
    'unitsPerRow',
    'dollarsPerMillionRows',
  ] as const;
  process.stdout.write(
    [
      ...[person, call].flatMap(({ kind, lookups, bytes, eventBytes: ofEvent, writeUnits }) => [
        table(
          [`bytes of a ${kind} with ${shown(lookups)} lookups`, ''],
          [...rowsOf(bytes), ...rowsOf(ofEvent)],
        ),
        table([`write units of a ${kind}`, ''], rowsOf(writeUnits)),
      ]),
      ...Object.entries(scenario).map(([name, numbers]) => table([name, ''], rowsOf(numbers))),
      table(
        ['of', 'partitions', 'imports', ...importColumns, 'first throttled'],
        imports.map((each) => [
          each.kind,
          String(each.partitions),
          String(each.steps),
          ...importColumns.map((column) => shown(each[column])),
          each.firstThrottled,
        ]),
      ),
      table(
        ['longest wait', 'changes/s', 'shards', ...columns],
        contention.map((each) => [
          String(each.longestAppendWait),
          shown(each.changesPerSecond),
          String(each.shards),
          ...columns.map((column) => shown(each[column])),
        ]),
      ),
    ].join('\n'),
  );
}
