import {
  EventBridgeClient,
  type EventBridgeClientConfig,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE } from '../contract/events/events.ts';
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
export const createEventBridgeClient = (config: EventBridgeClientConfig = {}): EventBridgeClient =>
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
        Entries: entries.map(({ detailType, detail, time }) => ({
          EventBusName: busName,
          Source: EVENT_SOURCE,
          DetailType: detailType,
          Detail: detail,
          Time: time,
        })),
      }),
    );
    return entries.map((_, index) => {
      const { ErrorCode: code, EventId: id } = results[index] ?? {};
      return code ?? (id === undefined ? 'NoResult' : undefined);
    });
  },
});
