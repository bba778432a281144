import { ROUTES } from '../../shared/contract/routes.ts';
import { createPersonRepository } from '../../shared/table/people.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { tableReaderOfEnvironment } from '../wiring/table.ts';
import { createGetPerson } from './handler.ts';

const reader = tableReaderOfEnvironment();

export const handler = routeFunction(
  ROUTES.getPerson,
  createGetPerson({ people: createPersonRepository(reader) }),
);
