import { subscribersOf } from '../../../shared/contract/events/event-permissions.ts';
import { EVENT_TYPES } from '../../../shared/contract/events/event-types.ts';
import { EVENT_DESCRIPTIONS, exampleEvent } from '../../../shared/contract/events/examples.ts';
import type { EVENT_ROUTES } from '../../../shared/operations/data-api/events.ts';
import type { DataHandler } from '../../http/data-api.ts';

/** The same for every key: it describes the service, and reads no data. */
export const listEventTypes: DataHandler<typeof EVENT_ROUTES.listEventTypes> = async () => ({
  body: {
    items: EVENT_TYPES.map((type) => ({
      type,
      description: EVENT_DESCRIPTIONS[type],
      permissions: [...subscribersOf(type)],
      example: exampleEvent(type),
    })),
  },
});
