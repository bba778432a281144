import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../shared/contract/routes.ts';
import type { Company } from '../../shared/domain/company.ts';
import type { RecordRepository } from '../../shared/table/records/records.ts';
import { requireFound } from '../middleware/not-found.ts';
import type { RouteHandler } from '../middleware/route-function.ts';

export const createGetCompany =
  (dependencies: {
    readonly companies: RecordRepository<Company>;
  }): RouteHandler<typeof ROUTES.getCompany, ResponseBody<'getCompany'>> =>
  async ({ principal, id }) => ({
    body: requireFound(await dependencies.companies.get(principal.organizationId, id), 'company'),
  });
