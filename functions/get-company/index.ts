import { ROUTES } from '../../shared/contract/routes.ts';
import { requiredVariable, TABLE_NAME_VARIABLE } from '../../shared/runtime/environment.ts';
import { createCompanyRepository } from '../../shared/table/companies.ts';
import { createDocumentClient } from '../../shared/table/document-client.ts';
import { createTableReader } from '../../shared/table/document-client-reader.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createGetCompany } from './handler.ts';

const reader = createTableReader(createDocumentClient(), requiredVariable(TABLE_NAME_VARIABLE));

export const handler = routeFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
