import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { eventually } from '../../support/eventually.ts';
import { createOrganization } from '../../support/organizations/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { openService, type ServiceAccess } from '../support/service-access.ts';

/** How many times the data changes, such as `CHANGES=10000`. */
const CHANGES = Number(process.env['CHANGES'] ?? 30);

/** How many times the processes are killed meanwhile. */
const KILLS = Math.max(2, Math.min(20, Math.floor(CHANGES / 100)));

const END = 'The last change';
const ACTOR = { id: 'test', name: 'test', from: null };

const { people, companies, callLists } = sampleData('Faults');
const [list] = callLists;
if (list === undefined) throw new Error('There is no sample call list.');

const dataDirectory = mkdtempSync(join(tmpdir(), 'feed-faults-'));
let runner: RunnerProcess;
let service: ServiceAccess;

const start = async (): Promise<void> => {
  runner = await startRunnerProcess({ assembly: inject('assembly'), dataDirectory });
  service = await openService(dataDirectory, service?.key);
};

beforeAll(start);
afterAll(async () => {
  service?.close();
  await runner?.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** The processes that a process started. */
const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Kills the engine, or the runner with its engine and workers, and starts them again with the same data. */
const killAndRestart = async (isEngineOnly: boolean): Promise<void> => {
  const { process: killed } = runner;
  const exit = once(killed, 'exit');
  for (const pid of childrenOf(killed.pid ?? 0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The engine's watchdog ends with the engine.
    }
  }
  if (isEngineOnly) await Promise.race([exit, setTimeout(1_000)]);
  killed.kill('SIGKILL');
  await exit;
  service.close();
  await start();
};

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly id: string; readonly title?: string };
}

/** A consumer with its own pace, which keeps its cursor only after it has kept the events. */
const startConsumer = (limit: number, pauseMilliseconds: number) => {
  const events: Event[] = [];
  let cursor: string | undefined;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    while (!isStopped) {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`;
      const answer = await service.get(`/v1/event?limit=${limit}${query}`).catch(() => undefined);
      if (answer?.status === 200) {
        const page = JSON.parse(answer.text);
        events.push(...page.items);
        cursor = page.nextCursor;
      }
      await setTimeout(randomInt(pauseMilliseconds + 1));
    }
  };
  const polling = poll();
  return {
    events,
    hasEnded: () => events.some(({ data }) => data.title === END),
    async stop() {
      isStopped = true;
      await polling;
    },
  };
};

const oneOf = <T>(items: readonly T[]): T => {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
};

/** Changes something: loudly or silently, once or twice, also what is deleted. */
const change = async (number: number): Promise<void> => {
  const { organizationId, table: access } = service;
  const organization = createOrganization(access, organizationId);
  const table = createTable(access.client, access.tableName);
  const options = { isSilent: randomInt(3) === 0 };
  const person = oneOf(people);
  switch (randomInt(6)) {
    case 0:
      await deleteRecord(table, { organizationId, kind: 'person', id: person.id }, { actor: ACTOR });
      return;
    case 1:
      await deleteRecord(table, { organizationId, kind: 'call_list', id: list.id }, { actor: ACTOR });
      return;
    case 2:
      await organization.importRecords(
        { companies: [{ ...oneOf(companies), name: `Name ${number}` }] },
        options,
      );
      return;
    case 3: {
      const entries = list.entries.map((entry) => ({ ...entry, position: entry.position + number }));
      const isLocked = number % 2 === 0;
      await organization.importRecords(
        { callLists: [{ ...list, name: `Name ${number}`, isLocked, entries }] },
        options,
      );
      return;
    }
    default:
      await organization.importRecords({ people: [{ ...person, title: `Title ${number}` }] }, options);
  }
};

/** The pages of a collection, as JSON of its items by id. */
const readAll = async (path: string): Promise<ReadonlyMap<string, string>> => {
  const items = new Map<string, string>();
  for (let cursor = ''; ; ) {
    const { status, text } = await service.get(`${path}?limit=200${cursor}`);
    expect(status, text).toBe(200);
    const page = JSON.parse(text);
    for (const item of page.items) items.set(item.id, JSON.stringify(item));
    if (page.nextCursor === undefined) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
};

/** Each event once, and the changes of each record in steps of one, which events of one change share. */
const expectInOrder = (events: readonly Event[]): void => {
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const last = new Map<string, Event>();
  for (const event of events) {
    const before = last.get(event.data.id);
    const isSameChange = before?.sequence === event.sequence && before.type !== event.type;
    if (!isSameChange) {
      expect([event.type, event.data.id, event.sequence]).toEqual([
        event.type,
        event.data.id,
        (before?.sequence ?? 0) + 1,
      ]);
    }
    last.set(event.data.id, event);
  }
};

/** The records of a resource that result from the events, as JSON by id. */
const copyOf = (resource: string, events: readonly Event[]): ReadonlyMap<string, string> => {
  const copy = new Map<string, string>();
  for (const { type, data } of events) {
    const [name, what] = type.split('.');
    if (name !== resource) continue;
    if (what === 'deleted') copy.delete(data.id);
    else copy.set(data.id, JSON.stringify(data));
  }
  return copy;
};

it(
  'gives every consumer each event once and in order, and an exact copy, whatever is killed',
  async () => {
    const consumers = [startConsumer(1_000, 200), startConsumer(7, 100), startConsumer(100, 1_500)];
    const changesPerKill = Math.floor(CHANGES / KILLS);
    for (let number = 1; number <= CHANGES; number++) {
      const changing = change(number).catch(() => undefined);
      if (number % changesPerKill === 0) await killAndRestart((number / changesPerKill) % 2 === 0);
      await changing;
    }
    const last = { ...oneOf(people), title: END };
    await createOrganization(service.table, service.organizationId).importRecords({ people: [last] });
    const events = await eventually(() =>
      consumers.every(({ hasEnded }) => hasEnded())
        ? consumers.map((consumer) => consumer.events)
        : undefined,
    );
    await Promise.all(consumers.map((consumer) => consumer.stop()));

    const [first = []] = events;
    expect(first.length).toBeGreaterThan(CHANGES);
    expectInOrder(first);
    for (const others of events) expect(JSON.stringify(others)).toBe(JSON.stringify(first));
    expect(copyOf('person', first)).toEqual(await readAll('/v1/person'));
    expect(copyOf('company', first)).toEqual(await readAll('/v1/company'));
    expect(copyOf('call_list_entry', first)).toEqual(await readAll('/v1/call-list-entry'));
    const lists = copyOf('call_list', first);
    expect([...lists.keys()].toSorted()).toEqual([...(await readAll('/v1/call-list')).keys()].toSorted());
    for (const [id, copied] of lists) {
      const {
        entryCount: _,
        entries: __,
        nextCursor: ___,
        ...original
      } = JSON.parse((await service.get(`/v1/call-list/${id}?limit=1`)).text);
      expect(copied).toBe(JSON.stringify(original));
    }
  },
  900_000 + CHANGES * 1_000,
);
