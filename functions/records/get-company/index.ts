import { createCompanyRepository } from '../../../shared/records/store/records.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetCompany, GET_COMPANY } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = recordFunction(GET_COMPANY, createGetCompany(createCompanyRepository(reader)));
