import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { type CopyKind, createSalesDataClient } from '../../clients/typescript/src/index.ts';
import { catchUp } from '../../infra/cli/restore/catch-up.ts';
import { deleteRecord } from '../../shared/records/delete-record.ts';
import { createLookupStore } from '../../shared/records/lookups/lookup-store.ts';
import { createDocumentClient } from '../../shared/table/sdk/document-client.ts';
import { createTable } from '../../shared/table/sdk/document-client-table.ts';
import { createDocumentClientWrites } from '../../shared/table/sdk/document-client-writer.ts';
import { createDltPipeline, flattened } from '../support/clients/dlt-pipeline.ts';
import { clientEnvironment, installClient } from '../support/clients/python-client.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { startSingerTap } from '../support/clients/singer-tap.ts';
import { createSingerTarget } from '../support/clients/singer-target.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import {
  CREDENTIALS_OF_ENGINE,
  createEngineTable,
  itemsOfTable,
  startTestEngine,
  type TestEngine,
} from '../support/engine/engine.ts';
import { enableStream, putItems } from '../support/engine/restored-engine.ts';
import { freePort } from '../support/http/free-port.ts';
import { ACTOR } from '../support/keys/key-fixture.ts';
import { createOrganization, registerOrganization } from '../support/organizations/organization.ts';
import { sharedAssembly } from '../support/platform/shared-assembly.ts';
import { type CopiedRecords, comparable } from '../support/records/copied-organization.ts';
import { createRecordCopy } from '../support/records/record-copy.ts';
import { sampleData } from '../support/records/sample-data.ts';
import { ROOT } from '../support/service/command.ts';
import { runToolHere } from '../support/service/command-here.ts';
import { startRunnerProcess } from '../support/service/runner-process.ts';
import { startReceiver } from '../support/webhooks/webhook-receiver.ts';
import { openWebhookTable } from '../support/webhooks/webhook-table.ts';

const ORGANIZATION = '6f1c2d3e-0000-4000-8000-0000000000f1';
const PERMISSIONS = 'company:list,person:list,person.contact:read,call-list:read,call:read,event:read';

const environments = tooSlow ?? {
  client: await clientEnvironment(),
  dlt: await pythonEnvironment('dlt', 'test/connectors/dlt/requirements.txt'),
  singer: await pythonEnvironment('singer', 'test/connectors/singer/requirements.txt'),
};

/** A service whose table is in an engine of its own, which can be exchanged. */
const startService = async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'restored-'));
  const environment = {
    AWS_ACCESS_KEY_ID: CREDENTIALS_OF_ENGINE.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS_OF_ENGINE.secretAccessKey,
    PORT: String(await freePort()),
    WEBHOOKS_ALLOW_LOOPBACK: '1',
  };
  const assembly = await sharedAssembly();
  const start = (engine: TestEngine) =>
    startRunnerProcess({
      assembly,
      dataDirectory,
      environment: { ...environment, DYNAMODB_ENDPOINT: engine.endpoint },
    });
  const engines = [await startTestEngine()];
  let engine = engines[0] as TestEngine;
  let runner = await start(engine);
  return {
    url: runner.apiUrl,
    dataDirectory,
    toolEnvironment: () => ({ ...environment, DATA_DIR: dataDirectory, DYNAMODB_ENDPOINT: engine.endpoint }),
    engine: () => engine,
    /** Stops, and continues with a table that has these items once `prepare` has brought it up to date. */
    async restore(
      tableName: string,
      items: Awaited<ReturnType<typeof itemsOfTable>>,
      prepare: (engine: TestEngine) => Promise<void>,
    ) {
      await runner.stop();
      engine = await startTestEngine();
      engines.push(engine);
      await createEngineTable(engine.client, false, tableName);
      await putItems(engine.client, tableName, items);
      await enableStream(engine.client, tableName);
      await prepare(engine);
      runner = await start(engine);
    },
    async stop() {
      await runner.stop();
      await Promise.all(engines.map((each) => each.stop()));
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
};

type Service = Awaited<ReturnType<typeof startService>>;

/** A receiver of webhooks that drops what is not newer than what it has. */
const startWebhookReceiver = async () => {
  const last = new Map<string, number>();
  const ids = new Set<string>();
  const dropped: unknown[] = [];
  const receiver = await startReceiver(({ body }, response) => {
    response.writeHead(204).end();
    const event = JSON.parse(body);
    if (ids.has(event.id)) return;
    ids.add(event.id);
    // Deliveries arrive in any order, but each state was awaited before the next change.
    if (event.sequence <= (last.get(event.data.id) ?? 0)) dropped.push(event);
    else last.set(event.data.id, event.sequence);
  });
  return { ...receiver, dropped, sequenceOf: (id: string) => last.get(id) ?? 0 };
};

/** Everything that keeps a copy, by name: how it syncs, and what it has. */
const createCopies = async (
  { url }: Service,
  apiKey: string,
  { client, dlt, singer }: Exclude<typeof environments, { readonly skipped: string }>,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'restored-copies-'));
  const typescript = createRecordCopy();
  const api = createSalesDataClient({ baseUrl: url, apiKey, retries: { attempts: 20 } });
  if ('skipped' in client || 'skipped' in dlt || 'skipped' in singer) throw new Error('There is no Python.');
  const python = await installClient(client);
  const database = join(folder, 'python.db');
  const pipeline = createDltPipeline(dlt.python, url, { apiKey });
  const target = createSingerTarget();
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ base_url: url, api_key: apiKey }));
  const compared = (records: ReadonlyMap<string, unknown>): CopiedRecords =>
    new Map(
      [...records].map(([key, record]) => [key, comparable(key.split(' ')[0] ?? '', record as object)]),
    );
  return {
    /** Everything that the collections return. */
    async collections(): Promise<CopiedRecords> {
      const all = new Map<string, object>();
      const add = (kind: CopyKind, record: { readonly id: string }) =>
        all.set(`${kind} ${record.id}`, record);
      for await (const record of api.companies({ limit: 500 })) add('company', record);
      for await (const record of api.people({ limit: 500 })) add('person', record);
      for await (const record of api.callLists({ limit: 200 })) add('call_list', record);
      for await (const record of api.callListEntries({ limit: 500 })) add('call_list_entry', record);
      return compared(all);
    },
    copies: {
      async typescript() {
        await api.copy({ store: typescript.store, state: typescript.state(), follow: false });
        return compared(typescript.records());
      },
      async python() {
        const script = join(ROOT, 'test', 'connectors', 'python-client', 'keep_copy.py');
        await python.run('python', [script, database, 'sync'], { BASE_URL: url, API_KEY: apiKey });
        const file = new DatabaseSync(database);
        const rows = file.prepare('SELECT kind, id, data FROM record').all();
        file.close();
        return compared(
          new Map(rows.map(({ kind, id, data }) => [`${kind} ${id}`, JSON.parse(String(data))])),
        );
      },
      async dlt() {
        await pipeline.run();
        return pipeline.copied();
      },
      async singer() {
        const { exitCode, errors, messages } = await startSingerTap(singer.python, folder, target.state())
          .ended;
        expect(exitCode, errors).toBe(0);
        for (const message of messages) target.apply(message);
        return target.copied();
      },
    },
    async stop() {
      await pipeline.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** As dlt has records: without columns that never had a value. */
const inColumns = (records: CopiedRecords): CopiedRecords =>
  new Map(
    [...flattened(records)].map(([key, record]) => [
      key,
      JSON.parse(JSON.stringify(record, (_, value) => value ?? undefined)),
    ]),
  );

const PATIENCE = { timeout: 900_000, interval: 500 };

const rehearse = async (given: Exclude<typeof environments, { readonly skipped: string }>): Promise<void> => {
  const service = await startService();
  const receiver = await startWebhookReceiver();
  const { tableName } = openWebhookTable(service.dataDirectory);
  const clientOf = ({ endpoint }: TestEngine) =>
    createDocumentClient({
      endpoint,
      region: 'eu-central-1',
      credentials: CREDENTIALS_OF_ENGINE,
      requestTimeout: 20_000,
    });
  const here = () => ({ client: clientOf(service.engine()), tableName });
  const { people, companies, callLists } = sampleData('Rehearsed');
  const [first, second, third] = people;
  if (first === undefined || second === undefined || third === undefined) throw new Error('There is nobody.');
  const change = (title: string, ...changed: typeof people) =>
    createOrganization(here(), ORGANIZATION).importRecords({
      people: changed.map((person) => ({ ...person, title })),
    });
  const remove = async (id: string) => {
    const table = createTable(here().client, tableName);
    await deleteRecord(table, { organizationId: ORGANIZATION, kind: 'person', id }, { actor: ACTOR });
  };

  await registerOrganization(here(), ORGANIZATION);
  await openWebhookTable(service.dataDirectory).addEndpoint(
    ORGANIZATION,
    `http://127.0.0.1:${receiver.port}/`,
  );
  const { key } = await runToolHere<{ key: string }>(
    'keys',
    [
      ...['create', '--organization', ORGANIZATION, '--name', 'copies', '--plan', 'high-volume'],
      ...['--permissions', PERMISSIONS],
    ],
    service.toolEnvironment(),
  );
  const copied = await createCopies(service, key, given);
  const sequences = new Map<string, number>();
  /** Waits until the receiver has newer states of people. */
  const received = async (...changed: typeof people): Promise<void> => {
    await vi.waitFor(() => {
      for (const { id } of changed) expect(receiver.sequenceOf(id)).toBeGreaterThan(sequences.get(id) ?? 0);
    }, PATIENCE);
    for (const { id } of changed) sequences.set(id, receiver.sequenceOf(id));
    expect(receiver.dropped).toEqual([]);
  };
  /** Syncs each copy until it equals the collections. */
  const synced = async (): Promise<void> => {
    for (const [name, sync] of Object.entries(copied.copies)) {
      const shown = name === 'dlt' ? inColumns : (records: CopiedRecords) => records;
      await vi.waitFor(async () => {
        const expected = await copied.collections();
        expect(shown(await sync()), name).toEqual(shown(expected));
      }, PATIENCE);
    }
  };
  try {
    await createOrganization(here(), ORGANIZATION).importRecords({ people, companies, callLists });
    await received(...people);
    await synced();
    const items = await itemsOfTable(here().client, tableName);
    const restoredTo = new Date().toISOString();

    for (const title of ['Lost 1', 'Lost 2']) {
      await change(title, first);
      await received(first);
    }
    await remove(second.id);
    await received(second);
    await synced();

    const old = createTable(here().client, tableName).reader;
    await service.restore(tableName, items, async (engine) => {
      const client = clientOf(engine);
      const table = createTable(client, tableName);
      const lookups = createLookupStore(createDocumentClientWrites(client), tableName);
      const epochs: number[] = [];
      for await (const { epoch } of catchUp({ table, lookups, old, restoredTo, actor: ACTOR })) {
        epochs.push(epoch);
      }
      expect(epochs.length).toBeGreaterThan(0);
    });

    // More appends than were lost, so that the places of cursors of before are taken again.
    for (const title of ['New 1', 'New 2', 'New 3', 'New 4', 'New 5']) {
      await change(title, first);
      await received(first);
    }
    await synced();
    await change('Changed last', first, second, third);
    await received(first, second, third);
    await synced();
  } finally {
    await copied.stop();
    await receiver.stop();
    await service.stop();
  }
};

describePython(
  'a restore to an earlier moment',
  'skipped' in environments ? environments : environments.client,
  () => {
    it('reaches every copy, and no receiver of webhooks drops what is new', async () => {
      if ('skipped' in environments) throw new Error(environments.skipped);
      await rehearse(environments);
    });
  },
);
