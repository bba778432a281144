import type { Company } from '../../domain/company.ts';
import { companyKey } from '../items/keys.ts';
import type { TableReader } from '../reader.ts';
import { companyFromItem } from './company-mapper.ts';
import { createRecordRepository, type RecordRepository } from './records.ts';

export const createCompanyRepository = (reader: TableReader): RecordRepository<Company> =>
  createRecordRepository(reader, companyKey, companyFromItem);
