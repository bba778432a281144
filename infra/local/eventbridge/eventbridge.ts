import { randomUUID } from 'node:crypto';
import type { Stack } from '../assembly/stack.ts';
import { createAwsJsonServer } from '../aws-json/aws-json-server.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { closeServer } from '../process/close-server.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import { createQueueClient } from '../sqs/queue-client.ts';
import { putEventsOperation } from './put-events.ts';
import { readEventBuses } from './rule.ts';

export interface EventBridgeOptions {
  readonly stack: Stack;
  readonly sqsEndpoint: string;
  /** The functions that schedules invoke, by ARN. */
  readonly functions: ReadonlyMap<string, Pick<FunctionPool, 'invoke'>>;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** The buses, rules and schedules of the stack, running on this machine. */
export interface EventBridge {
  /** The endpoint for the AWS SDK's client. */
  readonly endpoint: string;
  /** Runs each schedule at once and then at its interval. @returns stops the schedules */
  startSchedules(): () => void;
  stop(): Promise<void>;
}

/** Skips a run that is due while the previous one is still in progress. */
const runAtInterval = (milliseconds: number, run: () => Promise<unknown>): NodeJS.Timeout => {
  let isRunning = false;
  const tick = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    await run();
    isRunning = false;
  };
  void tick();
  return setInterval(() => void tick(), milliseconds).unref();
};

/**
 * Starts EventBridge, and returns once it listens.
 *
 * @throws StartError when the stack has a rule that the runner does not support
 */
export const startEventBridge = async (options: EventBridgeOptions): Promise<EventBridge> => {
  const { stack, functions, onError } = options;
  const buses = readEventBuses(stack);
  const queues = createQueueClient(options.sqsEndpoint, stack.account.region);
  const server = createAwsJsonServer({
    name: 'EventBridge',
    target: 'AWSEvents',
    operations: { PutEvents: putEventsOperation({ account: stack.account, buses, queues, onError }) },
    onError,
  });
  const endpoint = `http://${LOOPBACK}:${await listen(server, 0, 'EventBridge')}`;

  return {
    endpoint,
    startSchedules() {
      const timers = buses.schedules.map(({ intervalMilliseconds, targets }) =>
        runAtInterval(intervalMilliseconds, () =>
          Promise.all(
            targets.map(({ functionArn, input }) => functions.get(functionArn)?.invoke(randomUUID(), input)),
          ),
        ),
      );
      return () => {
        for (const timer of timers) clearInterval(timer);
      };
    },
    async stop() {
      await closeServer(server);
      queues.destroy();
    },
  };
};
