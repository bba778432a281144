import type { Company } from '../../../shared/kinds/company.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import { requireFound } from '../../http/not-found.ts';
import type { RecordHandler } from '../record-function.ts';

export const createGetCompany =
  (dependencies: {
    readonly companies: RecordRepository<Company>;
  }): RecordHandler<typeof RECORD_ROUTES.getCompany> =>
  async ({ principal, id }) => ({
    body: requireFound(await dependencies.companies.get(principal.organizationId, id), 'company'),
  });
