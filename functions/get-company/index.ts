import { ROUTES } from '../../shared/contract/routes.ts';
import { createCompanyRepository } from '../../shared/table/records/records.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createTableReaderFromEnv } from '../wiring/table-reader.ts';
import { createGetCompany } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = routeFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
