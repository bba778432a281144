/**
 * Measures exports of 100,000 people in each format, beside reading them page by page as a client does: both
 * in this process, without HTTP. Prints a table.
 *
 * - `--people N,N,…`: other sizes
 */
import { parseArgs } from 'node:util';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/contract/exports/export-limits.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../../shared/table/table.ts';
import { validQuery } from '../../support/contract/valid-query.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { type Fixtures, prepareFixtures } from '../functions/fixtures.ts';
import { stopStream, storePeople } from '../growth/fill.ts';
import { machine, table } from '../support/output.ts';

const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
const sizes = values.people.split(',').map(Number);

/** US dollars per million read units, per million requests to S3 that write, and per GB-second of Lambda. */
const PRICES = { readUnits: 0.125, puts: 5, gigabyteSeconds: 13.3334 } as const;

/** The memory of the function. */
const GIGABYTES = 1769 / 1024;

interface Measured {
  readonly seconds: number;
  /** Above that of the process before. */
  readonly megabytes: number;
  readonly readUnits: number;
  readonly bytes: number;
  readonly files: number;
}

/** A table that counts the read units of its calls, as the engine reports them. */
const countingTable = ({ client, tableName }: Fixtures) => {
  let readUnits = 0;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (/^(?:Query|Get|BatchGet)/.test(commandName)) {
          Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        }
        const result = await next(args);
        const { ConsumedCapacity: consumed = [] } = result.output as { ConsumedCapacity?: unknown };
        for (const each of [consumed].flat()) readUnits += Number(Object(each).CapacityUnits ?? 0);
        return result;
      },
    { step: 'initialize', name: 'countReadUnits', override: true },
  );
  return {
    table: createTable(client, tableName),
    take(): number {
      const taken = readUnits;
      readUnits = 0;
      return taken;
    },
  };
};

const megabytesNow = (): number => process.memoryUsage().rss / 1024 ** 2;

/** Runs something, and measures its time and memory. */
const measured = async (
  take: () => number,
  run: () => Promise<Pick<Measured, 'bytes' | 'files'>>,
): Promise<Measured> => {
  globalThis.gc?.();
  take();
  const before = megabytesNow();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytesNow());
  }, 50);
  const start = performance.now();
  const result = await run();
  clearInterval(sampling);
  const seconds = (performance.now() - start) / 1_000;
  return { ...result, seconds, megabytes: peak - before, readUnits: take() };
};

const exportPeople = async (of: Table, organizationId: string, format: ExportFormat) => {
  const exporter = createTestExporter(of);
  let bytes = 0;
  // Files are not in the memory of the function; it reads their ids again.
  const keep = exporter.objects.write.bind(exporter.objects);
  exporter.objects.write = async (key, content, contentType) => {
    bytes += content.length;
    if (contentType === 'application/octet-stream') await keep(key, content);
  };
  const created = await exporter.create(organizationId, { format });
  await exporter.drain();
  const { state, files } = await exporter.read(created);
  if (state !== 'completed') throw new Error(`The export is ${state}.`);
  return { bytes, files: files.length };
};

/** Reads all pages of 500 as a client does, and returns the bytes of their bodies. */
const readPages = async ({ reader }: Table, organizationId: string) => {
  const list = createListPeople({ reader });
  const principal = { organizationId, permissions: new Set<never>() };
  let cursor: string | undefined;
  let bytes = 0;
  let files = 0;
  do {
    const query = validQuery(ROUTES.listPeople.query, { limit: '500', cursor });
    const request = { principal, id: '', query, urlWith: () => '' };
    const { body, unversioned = {} } = await list(request);
    bytes += Buffer.byteLength(JSON.stringify(body));
    files += 1;
    cursor = unversioned['nextCursor'];
  } while (cursor !== undefined);
  return { bytes, files };
};

/** What AWS charges for an export; nothing for the requests of a client, which `costs.md` has. */
const dollarsOf = ({ seconds, readUnits, files }: Measured): string =>
  (
    (readUnits * PRICES.readUnits + 2 * files * PRICES.puts + seconds * GIGABYTES * PRICES.gigabyteSeconds) /
    1e6
  ).toFixed(4);

const rows: (readonly string[])[] = [];
for (const size of sizes) {
  process.stderr.write(`Storing ${size.toLocaleString('en')} people …\n`);
  const fixtures = await prepareFixtures();
  try {
    await stopStream(fixtures);
    await storePeople(fixtures, size);
    const { table: counted, take } = countingTable(fixtures);
    const { organizationId } = fixtures;
    const runs = [
      ['pages of 500', () => readPages(counted, organizationId)],
      ...EXPORT_FORMATS.map(
        (format) => [format, () => exportPeople(counted, organizationId, format)] as const,
      ),
    ] as const;
    for (const [name, run] of runs) {
      const result = await measured(take, run);
      rows.push([
        `${size.toLocaleString('en')} as ${name}`,
        result.seconds.toFixed(1),
        String(Math.round(result.megabytes)),
        String(Math.round(result.bytes / 1024 ** 2)),
        String(result.files),
        Math.round(result.readUnits).toLocaleString('en'),
        name === 'pages of 500' ? '–' : dollarsOf(result),
      ]);
    }
  } finally {
    await fixtures.stop();
  }
}
process.stdout.write(`${machine()}\n\n`);
process.stdout.write(
  table(['people', 'seconds', 'MB of memory', 'MB written', 'files', 'read units', 'US$'], rows),
);
