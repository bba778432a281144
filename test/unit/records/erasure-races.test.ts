import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunksFrom } from '../../../shared/events/feed/stored-chunks.ts';
import type { Table } from '../../../shared/table/table.ts';
import { messageOf } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { WebhookConflictError } from '../../../shared/webhooks/errors.ts';
import { createDeliveryAttempt } from '../../../shared/webhooks/sending/attempt-delivery.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { createWebhookFixture, HTTPS_ONLY, openCipher } from '../../support/webhooks/webhook-fixture.ts';

/** Each test has its own: looking for what is left scans all that the engine stores. */
let engine: TestEngine;
beforeAll(() => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  return () => info.mockRestore();
});
beforeEach(async () => {
  engine = await startTestEngine();
  return () => engine.stop();
});

type Call = <T>(call: () => Promise<T>) => Promise<T>;

/** A table whose calls all go through one function. */
const through = ({ reader, writer }: Table, pass: Call): Table => ({
  reader: {
    ...reader,
    get: (...given) => pass(() => reader.get(...given)),
    getMany: (...given) => pass(() => reader.getMany(...given)),
    queryPage: (...given) => pass(() => reader.queryPage(...given)),
  },
  writer: {
    put: (...given) => pass(() => writer.put(...given)),
    update: (...given) => pass(() => writer.update(...given)),
    transact: (...given) => pass(() => writer.transact(...given)),
  },
});

/** Does something else before the nth call, from 1, and counts the calls. */
const interruptedAt = (
  nth: number,
  interrupt: () => Promise<void>,
): { readonly pass: Call; count: number } => {
  const calls = {
    count: 0,
    pass: async <T>(call: () => Promise<T>): Promise<T> => {
      calls.count += 1;
      if (calls.count === nth) await interrupt();
      return call();
    },
  };
  return calls;
};

const direct: Call = (call) => call();

/** An event about a person in the feed, and an endpoint whose responses repeat what it receives. */
const prepare = async ({ status = 200, data = {} }: { status?: number; data?: object } = {}) => {
  const fixture = createWebhookFixture(engine);
  const { organizationId, store, queue } = fixture;
  const personId = randomUUID();
  const plain = fixture.newEvent();
  const { source: _, ...fields } = { ...plain, eventType: 'person.updated', resourceId: personId };
  const json = JSON.stringify({
    id: plain.eventId,
    type: 'person.updated',
    data: { id: personId, lastName: 'Beeblebrox', ...data },
    previous: {},
  });
  const event = await fixture.inFeed({ ...fields, source: { json } });
  const sent: string[] = [];
  const answer = { status };
  return {
    answer,
    fixture,
    sent,
    newDelivery: async () => fixture.newDelivery(await fixture.putEndpoint(), event),
    attempt: (delivery: Parameters<typeof messageOf>[0], pass: Call = direct, send: Call = pass) =>
      createDeliveryAttempt({
        ...HTTPS_ONLY,
        store: through(store, pass),
        queue,
        cipher: openCipher,
        schedule: [5, 300],
        sender: ({ body }) =>
          send(async () => {
            sent.push(body);
            const error = answer.status < 300 ? null : 'It failed.';
            return { ...answer, error, responseBody: body, retryAfterSeconds: 0, durationMilliseconds: 1 };
          }),
      })(messageOf(delivery), 'retry'),
    erase: (pass: Call = direct) => eraseEvents(through(store, pass), organizationId, personId),
    replay: (id: string, pass: Call = direct) =>
      replayDelivery(through(store, pass), queue, organizationId, id, ACTOR).catch((error: unknown) => {
        if (!(error instanceof WebhookConflictError)) throw error;
        return undefined;
      }),
    /** All text that the feed and the deliveries hold. */
    async stored(): Promise<string> {
      const events: unknown[] = [];
      for await (const chunk of chunksFrom(store.reader, organizationId, 1, 10)) events.push(...chunk.events);
      return JSON.stringify([events, await engine.itemsOf(`WEBHOOK_DELIVERY#${organizationId}`)]);
    },
  };
};

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** What is in progress when a person is erased: prepares it, and returns how it runs. */
const PROCESSES: Readonly<
  Record<string, (given: Prepared) => Promise<(pass: Call, send?: Call) => Promise<unknown>>>
> = {
  'a first attempt': async ({ newDelivery, attempt }) => {
    const delivery = await newDelivery();
    return (pass, send) => attempt(delivery, pass, send);
  },
  'a retry': async ({ newDelivery, attempt, fixture, answer }) => {
    const first = await newDelivery();
    const { status } = answer;
    answer.status = 503;
    await attempt(first);
    answer.status = status;
    const stored = await fixture.readDelivery(first.id);
    return (pass, send) => attempt(stored ?? first, pass, send);
  },
  'a replay with its attempt': async ({ newDelivery, attempt, replay }) => {
    const delivery = await newDelivery();
    await attempt(delivery);
    return async (pass, send) => {
      const replayed = await replay(delivery.id, pass);
      if (replayed !== undefined) await attempt(replayed, pass, send);
    };
  },
  'a first attempt, its replay and the attempt of that': async ({ newDelivery, attempt, replay }) => {
    const delivery = await newDelivery();
    return async (pass, send) => {
      await attempt(delivery, pass, send);
      const replayed = await replay(delivery.id, pass);
      if (replayed !== undefined) await attempt(replayed, pass, send);
    };
  },
  'two attempts of one message': async ({ newDelivery, attempt }) => {
    const delivery = await newDelivery();
    return (pass, send) => Promise.all([attempt(delivery, pass, send), attempt(delivery, pass, send)]);
  },
  'a first attempt at an endpoint that was just registered': async ({ newDelivery, attempt }) => {
    return async (pass, send) => attempt(await newDelivery(), pass, send);
  },
};

const CASES = Object.keys(PROCESSES).flatMap((name) => [200, 500].map((status) => [name, status] as const));

const processOf = (name: string) => {
  const start = PROCESSES[name];
  if (start === undefined) throw new Error(`There is no process ${name}.`);
  return start;
};

const expectNothingStored = async (given: Prepared): Promise<void> => {
  expect(await given.stored()).not.toContain('Beeblebrox');
  for (const { state } of await given.fixture.deliveries()) expect(state).not.toBe('pending');
};

describe.each(CASES)('%s with the status %i', (name, status) => {
  it('stores the response if the person is not erased', async () => {
    const given = await prepare({ status });
    await (await processOf(name)(given))(direct);
    const attempts = (await given.fixture.deliveries()).flatMap((delivery) => delivery.attempts);
    const last = attempts.filter((each) => each.status === status).map(({ responseBody }) => responseBody);
    expect(JSON.stringify(last)).toContain('Beeblebrox');
  });

  it('stores no response if the person is erased before any of its steps', async () => {
    let sent = 0;
    for (let nth = 1, hasMore = true; hasMore; nth++) {
      const given = await prepare({ status });
      const run = await processOf(name)(given);
      given.sent.length = 0;
      const steps = interruptedAt(nth, async () => {
        await given.erase();
      });
      await run(steps.pass);
      hasMore = steps.count >= nth;
      if (hasMore) await expectNothingStored(given);
      sent += given.sent.length;
    }
    expect(sent).toBeGreaterThan(0);
  });

  it('stores no response if the attempt happens before any step of the erasure', async () => {
    for (let nth = 1, hasMore = true; hasMore; nth++) {
      const given = await prepare({ status });
      const run = await processOf(name)(given);
      const steps = interruptedAt(nth, async () => {
        await run(direct);
      });
      await given.erase(steps.pass);
      hasMore = steps.count >= nth;
      if (hasMore) await expectNothingStored(given);
    }
  });

  it('stores no response if the attempt starts before any step of the erasure, and ends after it', async () => {
    let sent = 0;
    for (let nth = 1, hasMore = true; hasMore; nth++) {
      const given = await prepare({ status });
      const run = await processOf(name)(given);
      given.sent.length = 0;
      const { promise: isErased, resolve: release } = Promise.withResolvers<void>();
      let running: Promise<unknown> = Promise.resolve();
      const steps = interruptedAt(nth, async () => {
        const { promise: isSending, resolve: sending } = Promise.withResolvers<void>();
        running = run(direct, async (call) => {
          const result = await call();
          sending();
          await isErased;
          return result;
        });
        await Promise.race([isSending, running]);
      });
      await given.erase(steps.pass);
      release();
      await running;
      hasMore = steps.count >= nth;
      if (hasMore) await expectNothingStored(given);
      sent += given.sent.length;
    }
    expect(sent).toBeGreaterThan(0);
  });
});

it('completes when repeated after an interruption before any step', async () => {
  for (let nth = 1, hasMore = true; hasMore; nth++) {
    const given = await prepare();
    // One delivery is stored, the other one is not.
    await given.attempt(await given.newDelivery());
    await given.newDelivery();
    const steps = interruptedAt(nth, () => Promise.reject(new Error('The power failed.')));
    const isInterrupted = await given.erase(steps.pass).then(
      () => false,
      () => true,
    );
    hasMore = steps.count >= nth;
    expect(isInterrupted).toBe(hasMore);
    await given.erase();
    await expectNothingStored(given);
  }
});

it('leaves nothing of an erased person, in whatever order all steps happen', {
  timeout: 120_000,
}, async () => {
  const count = exercise('sent', 'cancelled deliveries');
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(200, 500),
      fc.subarray(Object.keys(PROCESSES), { minLength: 1 }),
      async (scheduler, status, names) => {
        const given = await prepare({ status });
        const runs = [];
        for (const name of names) runs.push(await processOf(name)(given));
        const pass: Call = (call) => scheduler.schedule(Promise.resolve()).then(call);
        const all = Promise.all([given.erase(pass), ...runs.map((run) => run(pass))]);
        given.sent.length = 0;
        await scheduler.waitFor(all);
        await expectNothingStored(given);
        count('sent', given.sent.length);
        const [report] = await all;
        count('cancelled deliveries', report.cancelledDeliveries);
      },
    ),
    { numRuns: runs(30) },
  );
});
