import middy from '@middy/core';
import { createEventBridgeBus, createEventBridgeClient } from '../../../shared/events/event-bridge-bus.ts';
import {
  EVENT_BUS_NAME_VARIABLE,
  EVENT_RETENTION_DAYS_VARIABLE,
  PUBLISHES_EVERY_EVENT_VARIABLE,
  requiredVariable,
} from '../../../shared/runtime/environment.ts';
import { withFullJitter } from '../../../shared/table/backoff.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createEventPublisher } from './handler.ts';

export const handler = middy(
  createEventPublisher({
    table: createTableFromEnv(),
    retentionDays: Number(requiredVariable(EVENT_RETENTION_DAYS_VARIABLE)),
    bus: createEventBridgeBus(createEventBridgeClient(), requiredVariable(EVENT_BUS_NAME_VARIABLE)),
    publishesEveryEvent: process.env[PUBLISHES_EVERY_EVENT_VARIABLE] === '1',
    backoff: withFullJitter,
  }),
);
