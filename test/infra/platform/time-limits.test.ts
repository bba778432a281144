import { describe, expect, it } from 'vitest';
import { ANSWER_EARLY_MILLISECONDS } from '../../../functions/http/early-answer.ts';
import { RESERVED_MILLISECONDS as RESERVED_FOR_PAGE } from '../../../functions/records/expire-records/handler.ts';
import { RESERVED_MILLISECONDS as RESERVED_FOR_CHECKPOINT } from '../../../functions/runtime/advance-by-message.ts';
import { CONTROL_PLANE_ATTEMPTS } from '../../../functions/runtime/control-plane-attempts.ts';
import { RETRY_EARLY_MILLISECONDS } from '../../../functions/runtime/message-batch.ts';
import { retryDelay } from '../../../functions/runtime/retry-failed-messages.ts';
import { RESERVED_MILLISECONDS } from '../../../functions/webhooks/requeue-deliveries/handler.ts';
import { createEventBridgeBus, createEventBridgeClient } from '../../../shared/events/event-bridge-bus.ts';
import { GATEWAY_TRY_LIMITS } from '../../../shared/keys/api-gateway-keys.ts';
import { LAST_USE_MILLISECONDS } from '../../../shared/keys/last-use.ts';
import { createCognitoClient, MAX_CALLS } from '../../../shared/organizations/users/cognito-client.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { TRY_LIMITS } from '../../../shared/table/try-limits.ts';
import { createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { ATTEMPT_MILLISECONDS } from '../../../shared/webhooks/sending/send-delivery.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

/** The SDK's first backoff after a failure other than throttling. It doubles with each retry. */
const BACKOFF_MILLISECONDS = 100;

interface TryLimits {
  readonly connectionTimeout?: number | undefined;
  readonly requestTimeout?: number | undefined;
}

/** The longest duration of a call without a response, in milliseconds. A missing limit makes it infinite. */
const longest = (attempts: number, { connectionTimeout, requestTimeout }: TryLimits): number =>
  attempts * ((connectionTimeout ?? Infinity) + (requestTimeout ?? Infinity)) +
  BACKOFF_MILLISECONDS * (2 ** (attempts - 1) - 1);

const region = { region: 'eu-central-1' };

/**
 * The longest duration of a client's call. The SDK's handler exposes its settings only after the first
 * request.
 */
const longestOf = async ({
  config,
}: {
  readonly config: { readonly maxAttempts: () => Promise<number>; readonly requestHandler: object };
}): Promise<number> => {
  const limits: TryLimits = await Reflect.get(config.requestHandler, 'configProvider');
  return longest(await config.maxAttempts(), limits);
};

const template = synthesize('production');

const timeouts = [...resourcesOf(template, 'AWS::Lambda::Function')].map(
  ([id, { Properties }]): readonly [string, number] => [id, Number(Properties['Timeout']) * 1_000],
);

const timeoutOf = (pattern: RegExp): number => {
  const found = timeouts.filter(([id]) => pattern.test(id));
  expect(found, String(pattern)).toHaveLength(1);
  return found[0]?.[1] ?? 0;
};

const table = longest(TRY_LIMITS.attempts, TRY_LIMITS);
const kms = await longestOf(createKmsClient(region));
const sqs = await longestOf(createSqsClient(region));
const eventBridge = createEventBridgeClient(region);

describe('a call without a response', () => {
  it('limits table calls of both clients to the same time', async () => {
    expect(await longestOf(createDocumentClient(region))).toBe(table);
  });

  it('leaves the authorizer time to fail and to record the last use', () => {
    expect(table + LAST_USE_MILLISECONDS).toBeLessThan(timeoutOf(/Authorize(?!r\w*Permission)/));
  });

  it('leaves each function of the data API time to respond', () => {
    const routes = timeouts.filter(([id]) => /^SalesApi/.test(id) && !/Authorize/.test(id));
    expect(routes.length).toBeGreaterThanOrEqual(4);
    for (const [id, timeout] of routes) expect(table, id).toBeLessThan(timeout - ANSWER_EARLY_MILLISECONDS);
  });

  it('leaves manage-keys time to respond after a call to API Gateway', () => {
    const gateway = longest(CONTROL_PLANE_ATTEMPTS, GATEWAY_TRY_LIMITS);
    expect(gateway).toBeLessThan(timeoutOf(/ManageKeys/) - ANSWER_EARLY_MILLISECONDS);
  });

  it('leaves manage-webhooks time to respond after calls to the table and to KMS or the queue', () => {
    const limit = timeoutOf(/ManageWebhooks/) - ANSWER_EARLY_MILLISECONDS;
    expect(kms + table).toBeLessThan(limit);
    expect(sqs + table).toBeLessThan(limit);
  });

  it('leaves manage-users time to respond, even if each Cognito call of a change hangs', async () => {
    const cognito = await longestOf(createCognitoClient(region));
    const limit = timeoutOf(/ManageOrganization/) - ANSWER_EARLY_MILLISECONDS;
    expect(MAX_CALLS * cognito).toBeLessThan(limit);
    expect(cognito + table).toBeLessThan(limit);
  });

  it.each([/BrowseRecords/, /ManageRecords/])(
    'leaves %s time to respond after a call to the table',
    (name) => {
      expect(table).toBeLessThan(timeoutOf(name) - ANSWER_EARLY_MILLISECONDS);
    },
  );

  it('limits a call to the bus to `longestPut`, which leaves time for another', async () => {
    const { longestPut } = createEventBridgeBus(eventBridge, 'bus');
    expect(await longestOf(eventBridge)).toBeLessThanOrEqual(longestPut);
    expect(2 * longestPut).toBeLessThan(timeoutOf(/Publish|ChangeEvents/));
  });

  it('fits a call to the table and one to the queue into the time that requeue-deliveries reserves', () => {
    expect(table + sqs).toBeLessThan(RESERVED_MILLISECONDS);
    expect(2 * RESERVED_MILLISECONDS).toBeLessThan(timeoutOf(/Requeue/));
  });

  it('leaves expire-records time for a page: changes, records, people of companies, and a lost race', () => {
    expect(8 * table).toBeLessThan(RESERVED_FOR_PAGE);
    expect(2 * RESERVED_FOR_PAGE).toBeLessThan(timeoutOf(/RecordExpiry/));
  });

  it('leaves fan-out-webhooks time to create a delivery with sequential calls', () => {
    const [endpoints, body, delivery, readBack, backlog] = [table, table, table, table, sqs];
    const longestFanOut = endpoints + body + delivery + readBack + backlog + sqs;
    expect(longestFanOut).toBeLessThan(timeoutOf(/FanOut/) - RETRY_EARLY_MILLISECONDS);
  });

  it('leaves import-files most of its time to reach a checkpoint', () => {
    expect(RESERVED_FOR_CHECKPOINT).toBeGreaterThan(4 * table + RETRY_EARLY_MILLISECONDS);
    expect(10 * RESERVED_FOR_CHECKPOINT).toBeLessThan(timeoutOf(/ImportsImportFiles/));
  });

  it('leaves deliver-webhooks time to record an attempt, even if the delivery was replayed meanwhile', () => {
    const before = table + kms + ATTEMPT_MILLISECONDS;
    const [record, recordOnly, endpoint] = [table, table, table];
    const limit = timeoutOf(/Deliver(?!y)/) - RETRY_EARLY_MILLISECONDS;
    expect(before + record + Math.max(endpoint, sqs)).toBeLessThan(limit);
    expect(before + record + recordOnly + endpoint).toBeLessThan(limit);
  });
});

describe('a received message', () => {
  const queues = resourcesOf(template, 'AWS::SQS::Queue');
  const idOf = (reference: unknown): string =>
    /(?:Webhooks|Imports|Exports)[A-Z]\w+/.exec(JSON.stringify(reference))?.[0] ?? '';
  const mappings = [...resourcesOf(template, 'AWS::Lambda::EventSourceMapping').values()].flatMap(
    ({ Properties: { EventSourceArn: source, FunctionName: name, BatchSize: batchSize } }) => {
      const queue = queues.get(idOf(source));
      return queue === undefined
        ? []
        : [{ queue, batchSize, timeout: timeoutOf(new RegExp(`^${idOf(name)}$`)) }];
    },
  );

  it("keeps a message invisible for longer than the function's timeout", () => {
    expect(mappings).toHaveLength(5);
    for (const { queue, timeout } of mappings) {
      expect(Number(queue.Properties['VisibilityTimeout']) * 1_000).toBeGreaterThan(timeout);
    }
  });

  it('has all the time of a function whose steps take minutes', () => {
    const stepped = mappings.filter(({ timeout }) => timeout === 15 * 60_000);
    expect(stepped.map(({ batchSize }) => batchSize)).toEqual([1, 1]);
  });

  it('retries a message for at least five hours before it goes to the dead-letter queue', () => {
    expect(mappings).toHaveLength(5);
    for (const { queue } of mappings) {
      const { maxReceiveCount } = queue.Properties['RedrivePolicy'] as { maxReceiveCount: number };
      const shortest = Array.from({ length: maxReceiveCount }, (_, index) => retryDelay(index + 1, 0.999));
      expect(shortest.reduce((sum, seconds) => sum + seconds)).toBeGreaterThanOrEqual(5 * 3_600);
    }
  });
});
