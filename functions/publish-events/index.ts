import middy from '@middy/core';
import { createEventBridgeBus, createEventBridgeClient } from '../../shared/events/event-bridge-bus.ts';
import {
  EVENT_BUS_NAME_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { withFullJitter } from '../../shared/table/backoff.ts';
import { createDocumentClient } from '../../shared/table/document-client.ts';
import { createTableReader } from '../../shared/table/document-client-reader.ts';
import { createEventPublisher } from './handler.ts';

export const handler = middy(
  createEventPublisher({
    reader: createTableReader(createDocumentClient(), requiredVariable(TABLE_NAME_VARIABLE)),
    bus: createEventBridgeBus(createEventBridgeClient(), requiredVariable(EVENT_BUS_NAME_VARIABLE)),
    backoff: withFullJitter,
  }),
);
