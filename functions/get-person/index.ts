import { ROUTES } from '../../shared/contract/routes.ts';
import { readPathReader } from '../../shared/runtime/read-path.ts';
import { createPersonRepository } from '../../shared/table/people.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createGetPerson } from './handler.ts';

const reader = readPathReader();

export const handler = routeFunction(
  ROUTES.getPerson,
  createGetPerson({ people: createPersonRepository(reader) }),
);
