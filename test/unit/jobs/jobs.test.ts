import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Export } from '../../../shared/exports/export.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { newExport } from '../../../shared/exports/new-export.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import { advanceJob } from '../../../shared/jobs/advance-job.ts';
import { JOB_KIND_NAMES, type JobScope, jobLeaseKey, type StoredJob } from '../../../shared/jobs/job.ts';
import { readJobQueue } from '../../../shared/jobs/job-queue.ts';
import { JobRun } from '../../../shared/jobs/job-run.ts';
import type { JobStore } from '../../../shared/jobs/job-store.ts';
import { LostLeaseError } from '../../../shared/jobs/keep-lease.ts';
import { resumeStalledJobs } from '../../../shared/jobs/stalled-jobs.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { updateOf } from '../../../shared/table/items/update-expression.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { Replay } from '../../../shared/webhooks/replays/replay.ts';
import { REPLAYS } from '../../../shared/webhooks/replays/replay-repository.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { someImport } from '../../support/imports/new-import.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startTestEngine();
  table = engine.table;
});
afterAll(() => engine.stop());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const someExport = (organizationId: string): Export =>
  newExport(
    organizationId,
    {
      resource: 'company',
      format: 'jsonl',
      fields: null,
      changedSince: null,
      callListId: null,
      includesContactDetails: false,
    },
    ACTOR,
    new Date(),
  );

const queuedImport = (organizationId: string): Import => {
  const now = new Date().toISOString();
  return someImport(organizationId, { createdAt: now, status: 'queued', queuedAt: now });
};

const someReplay = (organizationId: string): Replay => {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    organizationId,
    endpointId: '01a22768-76de-74c0-83ec-37f22373c526',
    states: ['failed'],
    after: null,
    before: now,
    state: 'queued',
    problem: null,
    totalCount: null,
    replayed: 0,
    unavailable: 0,
    changed: 0,
    createdBy: ACTOR,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    queuedAt: now,
    batch: [],
    position: null,
    version: 1,
  };
};

const describeJobs = <T extends StoredJob & S, S extends JobScope, M extends JobScope>(
  store: JobStore<T, S, M>,
  newJob: (organizationId: string) => T,
  idIn: (message: M) => string,
  stateName: string,
) =>
  describe(`a job of the kind ${store.kind.name}`, () => {
    const createLine = () => {
      const organizationId = randomUUID();
      const sent: string[] = [];
      const ran: string[] = [];
      const messages: Messages<M> = { send: async (message) => void sent.push(idIn(message)) };
      const scope = newJob(organizationId);
      const keyOf = (job: T) => ({ ...store.kind.keyOf(job, job.id) });
      const endJob = async (job: T, owner: string): Promise<T | undefined> => {
        ran.push(job.id);
        const run = new JobRun(store, table, job);
        await run.leave({}, owner);
        return run.item;
      };
      const receive = (id: string, runStep = endJob, at = table) =>
        advanceJob(
          { table: at, store, leaseMilliseconds: 2 * MINUTE, messages, progressOf: () => 0, runStep },
          scope,
          id,
          randomUUID(),
        );
      return {
        sent,
        ran,
        scope,
        receive,
        /** Stores a job whose message was not sent. */
        async put(): Promise<T> {
          pass(1);
          const job = newJob(organizationId);
          await table.writer.transact([...store.insertOperations(job)]);
          return job;
        },
        /** Deletes its item, as DynamoDB does once it expired. */
        expire: (job: T) => table.writer.transact([{ delete: { Key: keyOf(job) } }]),
        read: (job: T) => store.read(table.reader, keyOf(job)),
        item: (job: T) => table.reader.get(keyOf(job), { consistentRead: true }),
        queue: () => readJobQueue(table.reader, store.kind.lineOf(scope)),
        /** Leaves the lease of a process that was lost. */
        lose: (job: T) =>
          table.writer.update(
            updateOf(jobLeaseKey(store.kind.lineOf(job)), {
              jobId: job.id,
              owner: 'lost',
              leaseUntil: Date.now() + MINUTE,
            }),
          ),
        /** Looks for stalled jobs. Returns those of this line that it sent. */
        async sweep(): Promise<readonly string[]> {
          const found: M[] = [];
          await resumeStalledJobs(table.reader, store.kind, { send: async (each) => void found.push(each) });
          return found.filter((each) => each.organizationId === organizationId).map(idIn);
        },
        async drain(): Promise<void> {
          for (let id = sent.shift(); id !== undefined; id = sent.shift()) await receive(id);
        },
      };
    };

    it('does not expire while it waits, and does once it has ended', async () => {
      const line = createLine();
      const job = await line.put();
      expect((await line.item(job))?.['ttl']).toBeUndefined();
      await line.receive(job.id);
      const expiry = Date.parse(job.createdAt) + store.kind.keptDays * DAY;
      expect((await line.item(job))?.['ttl']).toBe(Math.floor(expiry / 1000));
    });

    it('leaves its line if it is no longer stored, so that the next ones run', async () => {
      const line = createLine();
      const lost = [await line.put(), await line.put()];
      for (const job of lost) await line.expire(job);
      const next = await line.put();
      await line.receive(next.id);
      await line.drain();
      expect(line.ran).toEqual([next.id]);
      expect(await line.queue()).toEqual({});
    });

    it('leaves its line with the lease of its lost process', async () => {
      const line = createLine();
      const lost = await line.put();
      const next = await line.put();
      await line.lose(lost);
      await line.expire(lost);
      // Its lease is respected until it expires.
      await line.receive(next.id);
      expect(line.ran).toEqual([]);
      pass(3 * MINUTE);
      expect(await line.sweep()).toEqual([lost.id]);
      await line.receive(lost.id);
      await line.drain();
      expect(line.ran).toEqual([next.id]);
      expect(await line.queue()).toEqual({});
    });

    it('is found within minutes if its message was not sent, and is sent every five minutes', async () => {
      const line = createLine();
      const job = await line.put();
      expect(await line.sweep()).toEqual([]);
      const minutes: number[] = [];
      for (let minute = 1; minute <= 13; minute += 1) {
        pass(MINUTE);
        if ((await line.sweep()).length > 0) minutes.push(minute);
      }
      expect(minutes).toEqual([3, 7, 8, 12, 13]);
      await line.receive(job.id);
      expect(line.ran).toEqual([job.id]);
      pass(5 * MINUTE);
      expect(await line.sweep()).toEqual([]);
    });

    it('is not sent while it runs or waits for its turn, and is once its process is lost', async () => {
      const line = createLine();
      const job = await line.put();
      await line.put();
      pass(3 * MINUTE);
      await line.lose(job);
      expect(await line.sweep()).toEqual([]);
      pass(2 * MINUTE);
      expect(await line.sweep()).toEqual([job.id]);
    });

    it('is not repeated by its messages while another invocation runs it', async () => {
      const line = createLine();
      const job = await line.put();
      await line.lose(job);
      expect(await line.receive(job.id)).toBeUndefined();
      expect([line.ran, line.sent]).toEqual([[], []]);
    });

    it('runs once if another message ends it before this one takes the lease', async () => {
      const line = createLine();
      const job = await line.put();
      const { update } = table.writer;
      let hasEnded = false;
      const racing: Table['writer']['update'] = async (operation) => {
        if (!hasEnded) {
          hasEnded = true;
          await line.receive(job.id);
        }
        return update(operation);
      };
      await line.receive(job.id, undefined, { ...table, writer: { ...table.writer, update: racing } });
      expect([line.ran, line.sent, await line.queue()]).toEqual([[job.id], [], {}]);
    });

    it('keeps the lease of the invocation that took it over', async () => {
      const line = createLine();
      const job = await line.put();
      const overtaken = line.receive(job.id, async (stored, owner) => {
        pass(3 * MINUTE);
        await line.lose(job);
        await new JobRun(store, table, stored).leave({}, owner);
        return stored;
      });
      expect(await overtaken).toBeUndefined();
      expect(await line.read(job)).toEqual(job);
      expect((await line.queue()).lease).toMatchObject({ jobId: job.id, owner: 'lost' });
    });

    it('continues with another message if it was changed meanwhile, and not if the lease was lost', async () => {
      const line = createLine();
      const job = await line.put();
      const changed = async () => {
        throw new LostLeaseError('changed');
      };
      await line.receive(job.id, changed);
      expect(line.sent.splice(0)).toEqual([job.id]);
      await line.receive(job.id, async () => {
        await line.lose(job);
        return changed();
      });
      expect(line.sent).toEqual([]);
    });

    it('is passed its turn once, however many messages of other jobs come meanwhile', async () => {
      const line = createLine();
      const first = await line.put();
      const others = [await line.put(), await line.put(), await line.put()];
      for (const { id } of others) await line.receive(id);
      expect(line.sent).toEqual([first.id]);
      await line.drain();
      expect(line.ran).toEqual([first, ...others].map(({ id }) => id));
    });

    it('is left to a later version that stored a state that this one does not know', async () => {
      const line = createLine();
      const job = await line.put();
      await table.writer.update(updateOf(store.kind.keyOf(job, job.id), { [stateName]: 'paused' }));
      await expect(line.read(job)).rejects.toThrow(`has no known value in "${stateName}"`);
    });

    it('starts as a stalled one if its message cannot be sent', async () => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue();
      const line = createLine();
      const job = await line.put();
      const down: Messages<M> = {
        async send() {
          throw new Error('The queue is down.');
        },
      };
      await store.start(down, job);
      expect(warned).toHaveBeenCalledOnce();
      pass(3 * MINUTE);
      expect(await line.sweep()).toEqual([job.id]);
    });
  });

describeJobs(EXPORTS, someExport, ({ exportId }) => exportId, 'state');
describeJobs(IMPORTS, queuedImport, ({ importId }) => importId, 'status');
describeJobs(REPLAYS, someReplay, ({ replayId }) => replayId, 'state');

it('covers all kinds of jobs', () => {
  expect([EXPORTS, IMPORTS, REPLAYS].map(({ kind }) => kind.name)).toEqual(JOB_KIND_NAMES);
});
