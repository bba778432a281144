import fc from 'fast-check';
import { type Attack, reproduction } from './attack.ts';
import { type Attacker, createAttacker } from './connection.ts';
import { anyAttack } from './generators/attacks.ts';
import { judge } from './judge.ts';
import type { FuzzTarget } from './target.ts';

export interface FuzzOptions {
  readonly target: FuzzTarget;
  readonly requests: number;
  /** The same seed generates the same requests. */
  readonly seed: number;
  /** Concurrent requests. @default 2 */
  readonly lanes?: number;
  /** Called after each response with the number of responses so far. */
  readonly onAnswer?: (count: number) => void;
}

export interface Counterexample {
  readonly wrong: string;
  /** A shell command. */
  readonly reproduction: string;
}

export interface FuzzReport {
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<string, number>;
  /** The smallest request of each kind that got a wrong response. */
  readonly counterexamples: readonly Counterexample[];
}

/** After this many requests, and after each that is not HTTP, a normal request must succeed. */
const HEALTH_EVERY = 10;
/** Per lane: further failures are most likely the same. */
const MAX_COUNTEREXAMPLES = 5;

const healthCheck = ({ urls, apiKey, healthyPath }: FuzzTarget): Attack => ({
  api: 'data',
  method: 'GET',
  target: healthyPath,
  version: 'HTTP/1.1',
  headers: [
    ['Host', new URL(urls.data).host],
    ['X-Api-Key', apiKey],
  ],
  body: '',
  framing: 'complete',
});

const requireHealth = async (attacker: Attacker, target: FuzzTarget): Promise<void> => {
  const answer = await attacker.send(target.urls.data, healthCheck(target));
  // The key's plan may be exhausted.
  const isHealthy = 'status' in answer && (answer.status === 200 || answer.status === 429);
  if (!isHealthy) {
    throw new Error(
      `a normal request right afterwards got ${'status' in answer ? answer.status : answer.failure}`,
    );
  }
};

/** Sends generated requests and checks every response. */
export const runFuzz = async ({
  target,
  requests,
  seed,
  lanes = 2,
  onAnswer,
}: FuzzOptions): Promise<FuzzReport> => {
  const statuses = new Map<string, number>();
  const counterexamples: Counterexample[] = [];
  let count = 0;

  const runLane = async (attacker: Attacker, laneSeed: number, numRuns: number): Promise<void> => {
    let sent = 0;
    const property = fc.asyncProperty(anyAttack(target), async (attack) => {
      const answer = await attacker.send(target.urls[attack.api], attack);
      const status = 'status' in answer ? String(answer.status) : answer.failure;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sent += 1;
      count += 1;
      onAnswer?.(count);
      const wrong = judge(attack, answer, target);
      if (wrong !== undefined) throw new Error(wrong);
      if (attack.framing !== 'complete' || sent % HEALTH_EVERY === 0) await requireHealth(attacker, target);
    });
    for (let found = 0; sent < numRuns && found < MAX_COUNTEREXAMPLES; found++) {
      const details = await fc.check(property, { numRuns: numRuns - sent, seed: laneSeed + found });
      if (!details.failed) return;
      const [attack] = details.counterexample ?? [];
      const { errorInstance: error } = details;
      counterexamples.push({
        wrong: error instanceof Error ? error.message : String(error),
        reproduction: attack === undefined ? '' : reproduction(attack, target.urls[attack.api]),
      });
    }
  };

  const attackers = Array.from({ length: lanes }, createAttacker);
  try {
    await Promise.all(
      attackers.map((attacker, lane) => runLane(attacker, seed + lane * 1_000, Math.ceil(requests / lanes))),
    );
  } finally {
    for (const attacker of attackers) attacker.close();
  }
  return { statuses, counterexamples };
};
