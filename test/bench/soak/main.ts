/**
 * `npm run bench -- soak`: a long mixed load on the one-machine service, with imports that change records and
 * two webhook receivers, one of which fails every first attempt. Prints memory and latency by tenths, and
 * exits with 1 if a response was wrong or an event did not arrive.
 *
 * - `--minutes N` (30)
 * - `--lanes N` (4): concurrent requests
 * - `--json`: one JSON document instead
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { synthesizeWithoutLimits } from '../../support/platform/unlimited-assembly.ts';
import { memoryOf } from '../../support/processes/process-memory.ts';
import { startService } from '../../support/service/service-setup.ts';
import { openWebhookTable } from '../../support/webhooks/webhook-table.ts';
import { machine, table } from '../support/output.ts';
import { createChanges } from './changes.ts';
import { type CountingReceiver, startCountingReceiver } from './counting-receiver.ts';
import { createLoad } from './load.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    lanes: { type: 'string', default: '4' },
    json: { type: 'boolean', default: false },
  },
});
const PARTS = 10;
const partMilliseconds = (Number(values.minutes) * 60_000) / PARTS;
/** Interval between imports. */
const CHANGE_EVERY_MILLISECONDS = 5_000;
const SETTLE_MILLISECONDS = 60_000;

const { service, pid = 0, stop } = await startService(synthesizeWithoutLimits);
const receivers = {
  healthy: await startCountingReceiver(() => false),
  flaky: await startCountingReceiver((attempt) => attempt === 1),
};
try {
  const dataDirectory = service.toolEnvironment['DATA_DIR'] ?? '';
  const webhooks = openWebhookTable(dataDirectory);
  for (const { url } of Object.values(receivers)) {
    await webhooks.addEndpoint(service.first.organizationId, url);
  }
  const changes = createChanges(service.first, dataDirectory);
  const request = createLoad(service);

  const parts: { memory: number; requests: number; p50: number; p99: number }[] = [];
  const wrong = new Map<number, number>();
  let latencies: number[] = [];
  let isOver = false;
  const load = async (): Promise<void> => {
    while (!isOver) {
      const start = performance.now();
      const status = await request();
      latencies.push(performance.now() - start);
      if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1);
    }
  };
  const change = async (): Promise<void> => {
    while (!isOver) {
      await changes.make();
      await setTimeout(CHANGE_EVERY_MILLISECONDS);
    }
  };
  const running = Promise.all([change(), ...Array.from({ length: Number(values.lanes) }, load)]);
  for (let part = 0; part < PARTS; part++) {
    await Promise.race([setTimeout(partMilliseconds), running]);
    const sorted = latencies.toSorted((one, other) => one - other);
    latencies = [];
    const quantile = (share: number): number =>
      Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
    parts.push({
      memory: Math.round(memoryOf(pid)),
      requests: sorted.length,
      p50: quantile(0.5),
      p99: quantile(0.99),
    });
  }
  isOver = true;
  await running;

  const missing = ({ taken }: CountingReceiver): number =>
    [...changes.made].filter((each) => !taken.has(each)).length;
  const end = Date.now() + SETTLE_MILLISECONDS;
  while (Object.values(receivers).some((each) => missing(each) > 0) && Date.now() < end)
    await setTimeout(250);
  const deliveries = Object.entries(receivers).map(([name, receiver]) => ({
    receiver: name,
    events: changes.made.size,
    missing: missing(receiver),
    moreThanOnce: [...receiver.taken.values()].filter((times) => times > 1).length,
  }));
  const wrongAnswers = Object.fromEntries(wrong);

  if (values.json) {
    process.stdout.write(`${JSON.stringify({ machine: machine(), parts, wrongAnswers, deliveries })}\n`);
  } else {
    process.stdout.write(`${machine()}\n\n`);
    const rows = parts.map(({ memory, requests, p50, p99 }, index) =>
      [index + 1, memory, requests, p50, p99].map(String),
    );
    process.stdout.write(table(['tenth', 'memory MB', 'requests', 'p50 ms', 'p99 ms'], rows));
    process.stdout.write(`\nAnswers other than 200: ${JSON.stringify(wrongAnswers)}\n`);
    for (const each of deliveries) {
      process.stdout.write(
        `${each.receiver}: ${each.events} events, ${each.missing} missing, ${each.moreThanOnce} more ` +
          `than once\n`,
      );
    }
  }
  const isRight =
    wrong.size === 0 && deliveries.every(({ events, missing: count }) => events > 0 && count === 0);
  process.exitCode = isRight ? 0 : 1;
} finally {
  await stop();
  await Promise.all(Object.values(receivers).map((receiver) => receiver.stop()));
}
