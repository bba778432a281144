import middy from '@middy/core';
import { createEventBridgeBus, createEventBridgeClient } from '../../shared/events/event-bridge-bus.ts';
import { EVENT_BUS_NAME_VARIABLE, requiredVariable } from '../../shared/runtime/environment.ts';
import { withFullJitter } from '../../shared/table/backoff.ts';
import { createTableReaderFromEnv } from '../wiring/table-reader.ts';
import { createEventPublisher } from './handler.ts';

export const handler = middy(
  createEventPublisher({
    reader: createTableReaderFromEnv(),
    bus: createEventBridgeBus(createEventBridgeClient(), requiredVariable(EVENT_BUS_NAME_VARIABLE)),
    backoff: withFullJitter,
  }),
);
