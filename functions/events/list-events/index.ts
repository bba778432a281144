import { EVENT_ROUTES } from '../../../shared/operations/data-api/events.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListEvents } from './handler.ts';

export const handler = dataFunction(
  EVENT_ROUTES.listEvents,
  createListEvents({ reader: createTableReaderFromEnv() }),
);
