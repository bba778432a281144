import {
  EventBridgeClient,
  type EventBridgeClientConfig,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
import type { EventBus } from './event-bus.ts';

const ATTEMPTS = 2;
const CONNECTION_MILLISECONDS = 500;
const REQUEST_MILLISECONDS = 3_000;

/** The SDK's waits between its attempts. */
const BACKOFF_MILLISECONDS = 1_000;

/**
 * Region, credentials and endpoint (`AWS_ENDPOINT_URL_EVENTBRIDGE`) come from the environment unless they are
 * given. It makes few attempts because `putInOrder` retries as well.
 */
export const createEventBridgeClient = (
  config: Pick<EventBridgeClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): EventBridgeClient =>
  new EventBridgeClient({
    ...config,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
      throwOnRequestTimeout: true,
    },
  });

/** @param busName the name or ARN of the bus */
export const createEventBridgeBus = (client: EventBridgeClient, busName: string): EventBus => ({
  longestPut: ATTEMPTS * (CONNECTION_MILLISECONDS + REQUEST_MILLISECONDS) + BACKOFF_MILLISECONDS,

  async put(entries) {
    const { Entries: results = [] } = await client.send(
      new PutEventsCommand({
        Entries: entries.map(({ source, detailType, detail, time }) => ({
          EventBusName: busName,
          Source: source,
          DetailType: detailType,
          Detail: detail,
          Time: time,
        })),
      }),
    );
    return entries.map((_, index) => {
      const result = results[index];
      if (result?.ErrorCode !== undefined) return { errorCode: result.ErrorCode };
      return result?.EventId === undefined ? { errorCode: 'NoResult' } : {};
    });
  },
});
