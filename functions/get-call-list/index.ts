import { ROUTES } from '../../shared/contract/routes.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import { createCallListRepository } from '../../shared/table/call-lists.ts';
import { createCompanyRepository } from '../../shared/table/companies.ts';
import { createDocumentClient } from '../../shared/table/document-client.ts';
import { createTableReader } from '../../shared/table/document-client-reader.ts';
import { createPersonRepository } from '../../shared/table/people.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createGetCallList } from './handler.ts';

const reader = createTableReader(createDocumentClient(), requiredVariable(TABLE_NAME_VARIABLE));

export const handler = routeFunction(
  ROUTES.getCallList,
  createGetCallList({
    callLists: createCallListRepository(reader),
    people: createPersonRepository(reader),
    companies: createCompanyRepository(reader),
  }),
);
