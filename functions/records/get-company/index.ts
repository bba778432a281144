import { ROUTES } from '../../../shared/contract/routes.ts';
import { createCompanyRepository } from '../../../shared/records/store/records.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createGetCompany } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = dataFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
