import { ROUTES } from '../../../shared/contract/routes.ts';
import { routeFunction } from '../../http/route-function.ts';
import { listEventTypes } from './handler.ts';

export const handler = routeFunction(ROUTES.listEventTypes, listEventTypes);
