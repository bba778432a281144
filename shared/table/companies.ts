import type { Company } from '../domain/company.ts';
import { companyFromItem } from './company-mapper.ts';
import { companyKey } from './keys.ts';
import type { TableReader } from './reader.ts';
import { createRecordRepository, type RecordRepository } from './records.ts';

export const createCompanyRepository = (reader: TableReader): RecordRepository<Company> =>
  createRecordRepository(reader, companyKey, companyFromItem);
