import { ROUTES } from '../../../shared/contract/routes.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { routeFunction } from '../../http/route-function.ts';
import { callingHoursFromEnv } from '../../runtime/calling-hours.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
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
