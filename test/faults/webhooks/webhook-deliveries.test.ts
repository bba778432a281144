import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import { nextVersion, versionOf } from '../../../shared/table/items/versions.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { enginePid } from '../../support/engine/engine-pid.ts';
import { freePort } from '../../support/http/free-port.ts';
import { createOrganizationAdmin } from '../../support/organizations/organization-users.ts';
import { type Child, startChild } from '../../support/processes/child-process.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { runTool } from '../../support/service/command.ts';
import { openWebhookTable } from '../../support/webhooks/webhook-table.ts';
import { changeAssembly } from '../support/changed-assembly.ts';
import { startRunnerChild } from '../support/runner-child.ts';

/**
 * Full run: `CHANGES=10000 npx vitest run --project faults test/faults/webhooks/webhook-deliveries.test.ts`.
 * The default is shorter.
 */
const CHANGES = Number(process.env['CHANGES'] ?? 60);
const PEOPLE = Math.ceil(CHANGES / 5);
const FAULTS = Math.max(5, Math.min(40, Math.ceil(CHANGES / 100)));
/** Ends a test that hangs. */
const SETTLE_MILLISECONDS = 300_000 + CHANGES * 60;

const PROCESSES = join(import.meta.dirname, '..', 'processes');

interface RunnerFile {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly endpoints: { readonly dynamodb: string };
  readonly outputs: Readonly<Record<string, string>>;
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'webhook-faults-'));

const receivedFile = join(dataDirectory, 'received.jsonl');
const organizationId = randomUUID();
/**
 * With a visibility timeout of seconds instead of minutes, so that a killed worker's messages return soon.
 */
const assembly = changeAssembly(
  inject('assembly'),
  process.env['CHANGES'] === undefined ? [[/"VisibilityTimeout": ?\d+/g, '"VisibilityTimeout": 5']] : [],
);
let runner: Child;
let receiver: Child;
let receiverPort: number;
let secret: string;

const runnerFile = (): RunnerFile => JSON.parse(readFileSync(join(dataDirectory, 'runner.json'), 'utf8'));

const startRunner = async (): Promise<void> => {
  const retrySchedule = '1,1,1,2,2,2,3,3,3,5,5,5,5,5,5,10,10,10,10,10';
  runner = await startRunnerChild({ dataDirectory, assembly, retrySchedule });
};

const startReceiver = async (): Promise<void> => {
  receiver = await startChild(join(PROCESSES, 'receiver.ts'), {
    args: [String(receiverPort), receivedFile],
    environment: { SECRET: secret },
  });
};

interface ReceivedLine {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly resourceId: string;
  readonly error?: string;
}

const received = (): readonly ReceivedLine[] =>
  existsSync(receivedFile)
    ? readFileSync(receivedFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

beforeAll(async () => {
  receiverPort = await freePort();
  await startRunner();
  await createOrganizationAdmin(organizationId, {
    toolArguments: [],
    toolEnvironment: { DATA_DIR: dataDirectory },
  });
  const created = await runTool<{ secret: string }>(
    'infra/cli/webhooks/main.ts',
    [
      'create',
      '--organization',
      organizationId,
      '--url',
      `http://127.0.0.1:${receiverPort}/`,
      '--event-types',
      'person.*',
    ],
    { DATA_DIR: dataDirectory },
  );
  secret = created.secret;
  await startReceiver();
});

afterAll(async () => {
  await runner?.kill('SIGTERM');
  await receiver?.kill();
  for (const folder of [dataDirectory, assembly]) rmSync(folder, { recursive: true, force: true });
});

/** Faults that stop a component and bring it back. Each leaves the service running. */
const FAULT_KINDS: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'the runner is killed',
    async () => {
      await runner.kill();
      await startRunner();
    },
  ],
  [
    'the engine is killed',
    async () => {
      // The runner restarts it.
      process.kill(enginePid(dataDirectory), 'SIGKILL');
    },
  ],
  [
    'the receiver is away for several steps of the schedule',
    async () => {
      await receiver.kill();
      await setTimeout(4_000);
      await startReceiver();
    },
  ],
  ...['ChangeEvents', 'WebhooksFanOut', 'WebhooksDeliver', 'WebhooksRequeue'].map(
    (name) =>
      [
        `the workers of ${name} are killed`,
        async () => {
          runner.process.send(name);
        },
      ] as const,
  ),
];

/** Writes despite the faults, and returns each stored change as `id sequence`. */
const makeChanges = async (): Promise<Set<string>> => {
  const changes = new Set<string>();
  const [template] = sampleData('Faults').people;
  if (template === undefined) throw new Error('There is no sample person.');
  const people = Array.from({ length: PEOPLE }, () => randomUUID());
  const connect = () => {
    const { endpoints, region, credentials, outputs } = runnerFile();
    const client = createDocumentClient({ endpoint: endpoints.dynamodb, region, credentials });
    return createTable(client, outputs['TableName'] ?? '');
  };
  let table = connect();
  while (changes.size < CHANGES) {
    const id = people[randomInt(people.length)] ?? '';
    for (let isDone = false; !isDone; ) {
      try {
        const stored = await table.reader.get(personKey(organizationId, id), { consistentRead: true });
        const version = versionOf(stored);
        // A write that was stored without an acknowledgment also counts as a change.
        for (let sequence = 1; sequence <= (version ?? 0); sequence++) changes.add(`${id} ${sequence}`);
        const person = { ...template, id, title: randomUUID() };
        const item = nextVersion(personToItem(organizationId, person), version);
        if (await table.writer.put(item, version)) changes.add(`${id} ${(version ?? 0) + 1}`);
        isDone = true;
      } catch {
        await setTimeout(200);
        if (existsSync(join(dataDirectory, 'runner.json'))) table = connect();
      }
    }
  }
  return changes;
};

describe('webhook deliveries while components are killed at random', () => {
  it(
    'delivers every change, signed, at least once',
    async () => {
      const making = makeChanges();
      const happened: string[] = [];
      for (let fault = 0; fault < FAULTS; fault++) {
        await setTimeout(randomInt(100, 700));
        // The first round tries each kind once.
        const [name, happen] = FAULT_KINDS[fault % FAULT_KINDS.length] ?? ['', async () => {}];
        happened.push(name);
        await happen();
      }
      const changes = await making;

      const missing = (): readonly string[] => {
        const arrived = new Set(received().map(({ resourceId, sequence }) => `${resourceId} ${sequence}`));
        return [...changes].filter((change) => !arrived.has(change));
      };
      const end = Date.now() + SETTLE_MILLISECONDS;
      while (missing().length > 0 && Date.now() < end) await setTimeout(500);

      expect(missing(), `${happened.join(', ')}: of ${changes.size} changes`).toEqual([]);
      const lines = received();
      expect(lines.filter(({ error }) => error !== undefined)).toEqual([]);
      // A change keeps its ID across deliveries.
      const ids = new Map(lines.map(({ id, resourceId, sequence }) => [`${resourceId} ${sequence}`, id]));
      expect(new Set(lines.map(({ id }) => id)).size).toBe(ids.size);
      process.stdout.write(
        `${changes.size} changes, ${FAULTS} faults, ${lines.length - changes.size} deliveries more than ` +
          `once\n`,
      );
    },
    600_000 + SETTLE_MILLISECONDS,
  );

  it('leaves the dead-letter queues empty', async () => {
    const lengths = await openWebhookTable(dataDirectory).queueLengths(/Failures|Unpublished/);
    expect(lengths).toEqual([0, 0, 0, 0, 0]);
  });
});
