import { ROUTES } from '../../../shared/contract/routes.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { dataFunction } from '../../http/data-api.ts';
import { callingHoursFromEnv } from '../../runtime/calling-hours.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createGetPerson } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = dataFunction(
  ROUTES.getPerson,
  createGetPerson({
    people: createPersonRepository(reader),
    companies: createCompanyRepository(reader),
    callingHours: callingHoursFromEnv(),
  }),
);
