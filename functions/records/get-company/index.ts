import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createCompanyRepository } from '../../../shared/records/store/records.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetCompany } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = recordFunction(
  RECORD_ROUTES.getCompany,
  createGetCompany(createCompanyRepository(reader)),
);
