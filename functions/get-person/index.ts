import { ROUTES } from '../../shared/contract/routes.ts';
import { createCompanyRepository, createPersonRepository } from '../../shared/table/records/records.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { callingHoursFromEnv } from '../wiring/calling-hours.ts';
import { createTableReaderFromEnv } from '../wiring/table-reader.ts';
import { createGetPerson } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = routeFunction(
  ROUTES.getPerson,
  createGetPerson({
    people: createPersonRepository(reader),
    companies: createCompanyRepository(reader),
    callingHours: callingHoursFromEnv(),
  }),
);
