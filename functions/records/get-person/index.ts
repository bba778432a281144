import { GET_PERSON } from '../../../shared/operations/data-api/record-routes.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { callingHoursFromEnv } from '../../runtime/calling-hours.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetPerson } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = recordFunction(
  GET_PERSON,
  createGetPerson({
    people: createPersonRepository(reader),
    companies: createCompanyRepository(reader),
    callingHours: callingHoursFromEnv(),
  }),
);
