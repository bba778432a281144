import { EVENT_ROUTES } from '../../../shared/operations/data-api/events.ts';
import { dataFunction } from '../../http/data-api.ts';
import { listEventTypes } from './handler.ts';

export const handler = dataFunction(EVENT_ROUTES.listEventTypes, listEventTypes);
