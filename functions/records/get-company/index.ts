import { ROUTES } from '../../../shared/contract/routes.ts';
import { createCompanyRepository } from '../../../shared/records/store/records.ts';
import { routeFunction } from '../../http/route-function.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createGetCompany } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = routeFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
