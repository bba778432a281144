/**
 * `npm run check -- fuzz`: starts the one-machine service with unlimited usage plans and sends it generated
 * requests. Prints response statuses and memory use; exits with 1 if a response was wrong.
 *
 * - `--requests N` (100000)
 * - `--seed N` (random): the same seed generates the same requests
 * - `--lanes N` (2): concurrent requests
 * - `--json`: one JSON document instead
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { signIn } from '../support/organizations/sign-in.ts';
import { synthesizeWithoutLimits } from '../support/platform/unlimited-assembly.ts';
import { memoryOf } from '../support/processes/process-memory.ts';
import { startService } from '../support/service/service-setup.ts';
import { createDisposableResources } from './disposable-resources.ts';
import { runFuzz } from './run.ts';
import { serviceTarget } from './service-target.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    lanes: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const PARTS = 10;

const { service, pid = 0, stop } = await startService(synthesizeWithoutLimits);
try {
  if (service.admin === undefined) throw new Error('There is no admin API to attack.');
  const { idToken } = await signIn({ ...service.admin, scope: 'openid', ...service.first.admin });
  const target = serviceTarget(service, {
    ownIds: await createDisposableResources(service.admin.url, idToken),
    apiKey: service.first.key,
    idToken,
    organizationId: service.first.organizationId,
  });
  const memory = [Math.round(memoryOf(pid))];
  const startedAt = performance.now();
  const { statuses, counterexamples } = await runFuzz({
    target,
    requests,
    seed,
    lanes: Number(values.lanes),
    onAnswer(count) {
      if (count >= (requests / PARTS) * memory.length) memory.push(Math.round(memoryOf(pid)));
    },
  });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const counts = Object.fromEntries([...statuses].sort());
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ seed, requests, seconds, counts, memory, counterexamples })}\n`);
  } else {
    process.stdout.write(`Seed ${seed}, ${requests} requests in ${seconds} s\n\n`);
    for (const [status, count] of Object.entries(counts))
      process.stdout.write(`${status.padStart(8)} ${count}\n`);
    process.stdout.write(`\nMemory in MB before and after each tenth: ${memory.join(', ')}\n`);
    for (const { wrong, reproduction } of counterexamples) {
      process.stdout.write(`\n${wrong}\n  ${reproduction}\n`);
    }
  }
  process.exitCode = counterexamples.length > 0 ? 1 : 0;
} finally {
  await stop();
}
