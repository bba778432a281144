import type { Company } from '../../../shared/kinds/company.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { requireFound } from '../../http/not-found.ts';

export const createGetCompany =
  (dependencies: {
    readonly companies: RecordRepository<Company>;
  }): DataHandler<typeof RECORD_ROUTES.getCompany> =>
  async ({ principal, id }) => ({
    body: requireFound(await dependencies.companies.get(principal.organizationId, id), 'company'),
  });
