import type { Stack } from '../assembly/stack.ts';
import { createAwsJsonServer } from '../aws-json/aws-json-server.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { closeServer } from '../process/close-server.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import { StartError } from '../process/start-error.ts';
import { createDeliveries } from './deliveries.ts';
import { openDeliveryJournal } from './delivery-journal.ts';
import { envelope } from './event-envelope.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { putEventsOperation } from './put-events.ts';
import { createQueueSender } from './queue-sender.ts';
import { retryDelay } from './retry-policy.ts';
import { type RuleDefinition, readEventBuses } from './rule.ts';
import { runAtRate } from './schedules.ts';
import { createTargetSender } from './target-sender.ts';

export interface EventBridgeOptions {
  readonly stack: Stack;
  /** Where SQS is; `undefined` if nothing of the stack needs it. */
  readonly sqsEndpoint: string | undefined;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Where deliveries are kept that have to be tried again. */
  readonly journalFile: string;
  /** The wait after a number of failed attempts, in milliseconds. Default: from a second to ten minutes. */
  readonly retryDelay?: (attempts: number) => number;
  /** Told what went wrong that should not have. */
  readonly onError: (error: unknown) => void;
}

/** The buses and rules of the stack, running on this machine. */
export interface EventBridge {
  /** Where the AWS SDK's client is to be pointed. */
  readonly endpoint: string;
  /**
   * Gives it the functions by ARN, which can only be started once they know the endpoint. Until then deliveries to
   * functions fail, and are tried again.
   */
  connect(functions: ReadonlyMap<string, Pick<FunctionPool, 'invoke'>>): void;
  /** Takes up the deliveries of an earlier run, and starts the schedules: each runs now and then at its rate. */
  start(): void;
  /** Fulfilled once nothing is answered or attempted any more. */
  stop(): Promise<void>;
}

/**
 * Starts EventBridge, and returns once it answers.
 *
 * @throws StartError saying in one sentence why it cannot start; nothing is left running then
 */
export const startEventBridge = async (options: EventBridgeOptions): Promise<EventBridge> => {
  const { stack, sqsEndpoint, credentials, onError } = options;
  const { account } = stack;
  const buses = readEventBuses(stack);
  const targets = buses.rules.flatMap((rule) => rule.targets);
  const needsQueues = targets.some(
    ({ kind, deadLetterArn }) => kind === 'queue' || deadLetterArn !== undefined,
  );
  if (needsQueues && sqsEndpoint === undefined) {
    throw new StartError('Rules of the stack send to queues, and there is no SQS.');
  }
  const journal = await openDeliveryJournal(options.journalFile);

  let functions: ReadonlyMap<string, Pick<FunctionPool, 'invoke'>> = new Map();
  const queues =
    sqsEndpoint === undefined
      ? undefined
      : createQueueSender({ endpoint: sqsEndpoint, region: account.region, credentials });
  const scheduled = buses.rules.filter((rule) => rule.intervalMilliseconds !== undefined);
  const deliveries = createDeliveries({
    rules: buses.rules,
    journal,
    send: oneAtATime(
      createTargetSender({ findFunction: (arn) => functions.get(arn), queues }),
      new Set(scheduled.flatMap((rule) => rule.targets)),
    ),
    queues,
    retryDelay: options.retryDelay ?? retryDelay,
    onError,
  });
  const server = createAwsJsonServer({
    name: 'EventBridge',
    target: 'AWSEvents',
    operations: { PutEvents: putEventsOperation({ account, buses, deliveries, onError }) },
    onError,
  });
  const endpoint = `http://${LOOPBACK}:${await listen(server, 0, 'EventBridge')}`;

  const runScheduled = async (rule: RuleDefinition): Promise<void> => {
    const content = {
      source: 'aws.events',
      detailType: 'Scheduled Event',
      time: new Date(),
      resources: [rule.arn],
      detail: '{}',
    };
    await deliveries.deliver(rule, envelope(content, account).json).catch(onError);
  };
  let schedules: readonly (() => void)[] = [];

  return {
    endpoint,
    connect(given) {
      functions = given;
    },
    start() {
      deliveries.resume();
      schedules = scheduled.flatMap((rule) =>
        rule.isEnabled && rule.intervalMilliseconds !== undefined
          ? [runAtRate(rule.intervalMilliseconds, () => runScheduled(rule))]
          : [],
      );
    },
    async stop() {
      for (const end of schedules) end();
      await closeServer(server);
      await deliveries.stop();
      await journal.close();
      queues?.close();
    },
  };
};
