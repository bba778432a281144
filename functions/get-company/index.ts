import { ROUTES } from '../../shared/contract/routes.ts';
import { readPathReader } from '../../shared/runtime/read-path.ts';
import { createCompanyRepository } from '../../shared/table/companies.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createGetCompany } from './handler.ts';

const reader = readPathReader();

export const handler = routeFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
