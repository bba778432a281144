import { ROUTES } from '../../shared/contract/routes.ts';
import { createCompanyRepository } from '../../shared/table/companies.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { tableReaderOfEnvironment } from '../wiring/table.ts';
import { createGetCompany } from './handler.ts';

const reader = tableReaderOfEnvironment();

export const handler = routeFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
