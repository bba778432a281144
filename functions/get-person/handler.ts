import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../shared/contract/routes.ts';
import type { Person } from '../../shared/domain/person.ts';
import type { RecordRepository } from '../../shared/table/records/records.ts';
import { requireFound } from '../middleware/not-found.ts';
import { viewsFor } from '../middleware/principal.ts';
import type { RouteHandler } from '../middleware/route-function.ts';

export const createGetPerson =
  (dependencies: {
    readonly people: RecordRepository<Person>;
  }): RouteHandler<typeof ROUTES.getPerson, ResponseBody<'getPerson'>> =>
  async ({ principal, id }) => {
    const person = requireFound(await dependencies.people.get(principal.organizationId, id), 'person');
    return { body: viewsFor(principal).person(person) };
  };
