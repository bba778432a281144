/**
 * Measures exports of 100,000 people in each format, beside reading them page by page as a client does: both
 * in this process, without HTTP. And what no export can avoid: its requests alone, whose responses nothing
 * reads, and its lines alone, of one page again and again. The engine handles requests in one thread: its CPU
 * time is the least that an export takes here. Prints a table.
 *
 * - `--people N,N,…`: other sizes
 */
import { parseArgs } from 'node:util';
import type { BatchGetCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/contract/exports/export-limits.ts';
import { createLineWriter } from '../../../shared/exports/formats/file-writer.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { collectionOf } from '../../../shared/records/collections/collections.ts';
import { personFromItem } from '../../../shared/records/store/record-items.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { createHttpPost } from '../../../shared/table/signed-calls/http-post.ts';
import { createSigner } from '../../../shared/table/signed-calls/signature.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import type { Table } from '../../../shared/table/table.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import { validQuery } from '../../support/contract/valid-query.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { cpuSecondsOf } from '../../support/processes/process-cpu.ts';
import { type Fixtures, prepareFixtures } from '../functions/fixtures.ts';
import { stopStream, storePeople } from '../growth/fill.ts';
import { machine, table } from '../support/output.ts';

const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
const sizes = values.people.split(',').map(Number);

/** US dollars per million read units, per million requests to S3 that write, and per GB-second of Lambda. */
const PRICES = { readUnits: 0.125, puts: 5, gigabyteSeconds: 13.3334 } as const;

/** As the function has. */
const PATIENCE = { attempts: 10, connectionTimeout: 3_000, requestTimeout: 20_000 };

const environmentOf = (engineUrl: string) => ({
  region: 'us-east-1',
  endpoint: new URL(engineUrl),
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** The memory of the function. */
const GIGABYTES = 1769 / 1024;

interface Measured {
  readonly seconds: number;
  /** CPU seconds of this process. */
  readonly cpu: number;
  readonly engineCpu: number;
  /** Above that of the process before. */
  readonly megabytes: number;
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
  return { table: createTable(client, tableName), readUnits: () => readUnits };
};

/** A table as functions use it, which notes the requests that read from it. */
const notingTable = ({ engineUrl, tableName }: Fixtures) => {
  const environment = environmentOf(engineUrl);
  const calls = createSignedCalls({ environment, ...PATIENCE });
  const writer = createWriter(createSignedWrites({ environment, ...PATIENCE }), tableName);
  const requests: { readonly target: string; readonly body: string }[] = [];
  const note = (operation: string, input: object): void => {
    requests.push({ target: `DynamoDB_20120810.${operation}`, body: JSON.stringify(input) });
  };
  const noting = {
    ...calls,
    query(input: QueryCommandInput) {
      const { ExpressionAttributeValues: values = {} } = input;
      note('Query', {
        ...input,
        ExpressionAttributeValues: marshall(values, { removeUndefinedValues: true }),
      });
      return calls.query(input);
    },
    batchGetItem(input: BatchGetCommandInput) {
      const { Keys: keys = [] } = input.RequestItems?.[tableName] ?? {};
      note('BatchGetItem', { RequestItems: { [tableName]: { Keys: keys.map((key) => marshall(key)) } } });
      return calls.batchGetItem(input);
    },
  };
  return {
    table: { reader: createReader(calls, tableName), writer },
    noting: { reader: createReader(noting, tableName), writer },
    requests,
  };
};

const megabytesNow = (): number => process.memoryUsage().rss / 1024 ** 2;

/** Runs something, and measures its time and memory. */
const measured = async (
  { enginePid = 0 }: Fixtures,
  run: () => Promise<Pick<Measured, 'bytes' | 'files'>>,
): Promise<Measured> => {
  globalThis.gc?.();
  const before = megabytesNow();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytesNow());
  }, 50);
  const start = performance.now();
  const [cpuBefore, engineBefore] = [process.cpuUsage(), cpuSecondsOf(enginePid)];
  const result = await run();
  clearInterval(sampling);
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    ...result,
    seconds: (performance.now() - start) / 1_000,
    cpu: (user + system) / 1e6,
    engineCpu: cpuSecondsOf(enginePid) - engineBefore,
    megabytes: peak - before,
  };
};

/** Makes requests as an export does, five at a time, without reading what is answered. */
const requestAlone = async (
  { engineUrl }: Fixtures,
  requests: readonly { readonly target: string; readonly body: string }[],
) => {
  const environment = environmentOf(engineUrl);
  const sign = createSigner(environment);
  const post = createHttpPost(environment.endpoint, PATIENCE);
  let bytes = 0;
  await forEachConcurrently(requests, 5, async ({ target, body }) => {
    const response = await post(sign(target, body, new Date()), body);
    if (response.status !== 200) throw new Error(response.body);
    bytes += response.body.length;
  });
  return { bytes, files: 0 };
};

/** Makes the lines of so many people from the items of a page. */
const lineAlone = async ({ reader }: Table, organizationId: string, people: number) => {
  const { items } = await collectionOf('person', personFromItem)(reader, organizationId).page({
    changedSince: undefined,
    descending: false,
    limit: 500,
    position: undefined,
  });
  let bytes = 0;
  for (let at = 0; at < people; at += items.length) {
    const file = createLineWriter('', (record) => `${JSON.stringify(record)}\n`);
    for (const { resource } of items) await file.add(resource);
    bytes += (await file.finish()).length;
  }
  return { bytes, files: 0 };
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
const dollarsOf = ({ seconds, files }: Measured, readUnits: number): string =>
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
    const { table: own, noting, requests } = notingTable(fixtures);
    const { organizationId } = fixtures;
    process.stderr.write('Counting read units …\n');
    const counting = countingTable(fixtures);
    await exportPeople(counting.table, organizationId, 'jsonl');
    await exportPeople(noting, organizationId, 'jsonl');
    const readUnits = counting.readUnits();
    const runs = [
      ['requests alone', () => requestAlone(fixtures, requests)],
      ['lines alone', () => lineAlone(own, organizationId, size)],
      ['pages of 500', () => readPages(own, organizationId)],
      ...EXPORT_FORMATS.map((format) => [format, () => exportPeople(own, organizationId, format)] as const),
    ] as const;
    for (const [name, run] of runs) {
      process.stderr.write(`${name} …\n`);
      const result = await measured(fixtures, run);
      const isExport = EXPORT_FORMATS.some((format) => format === name);
      rows.push([
        `${size.toLocaleString('en')} as ${name}`,
        result.seconds.toFixed(1),
        result.cpu.toFixed(1),
        result.engineCpu.toFixed(1),
        String(Math.round(result.megabytes)),
        String(Math.round(result.bytes / 1024 ** 2)),
        String(result.files),
        ...(isExport
          ? [Math.round(readUnits).toLocaleString('en'), dollarsOf(result, readUnits)]
          : ['–', '–']),
      ]);
    }
  } finally {
    await fixtures.stop();
  }
}
const COLUMNS = ['seconds', 'CPU s', 'engine CPU s', 'MB of memory', 'MB', 'files', 'read units', 'US$'];
process.stdout.write(`${machine()}\n\n${table(['people', ...COLUMNS], rows)}`);
