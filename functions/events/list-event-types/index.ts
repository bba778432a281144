import { ROUTES } from '../../../shared/contract/routes.ts';
import { dataFunction } from '../../http/data-api.ts';
import { listEventTypes } from './handler.ts';

export const handler = dataFunction(ROUTES.listEventTypes, listEventTypes);
