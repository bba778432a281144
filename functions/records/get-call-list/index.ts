import { CALL_LIST_ROUTES } from '../../../shared/operations/data-api/call-lists.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { callingHoursFromEnv } from '../../runtime/calling-hours.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetCallList } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = recordFunction(
  CALL_LIST_ROUTES.getCallList,
  createGetCallList({
    callLists: createCallListRepository(reader),
    people: createPersonRepository(reader),
    companies: createCompanyRepository(reader),
    callingHours: callingHoursFromEnv(),
  }),
);
