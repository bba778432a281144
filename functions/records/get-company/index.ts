import { ROUTES } from '../../../shared/contract/routes.ts';
import { createCompanyRepository } from '../../../shared/records/store/records.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetCompany } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = recordFunction(
  ROUTES.getCompany,
  createGetCompany({ companies: createCompanyRepository(reader) }),
);
