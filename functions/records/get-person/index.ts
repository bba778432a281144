import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { callingHoursFromEnv } from '../../runtime/calling-hours.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetPerson } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = recordFunction(
  RECORD_ROUTES.getPerson,
  createGetPerson({
    people: createPersonRepository(reader),
    companies: createCompanyRepository(reader),
    callingHours: callingHoursFromEnv(),
  }),
);
