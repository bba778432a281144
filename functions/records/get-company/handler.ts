import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../../shared/contract/routes.ts';
import type { Company } from '../../../shared/domain/company.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';
import { requireFound } from '../../http/not-found.ts';
import type { RouteHandler } from '../../http/route-function.ts';

export const createGetCompany =
  (dependencies: {
    readonly companies: RecordRepository<Company>;
  }): RouteHandler<typeof ROUTES.getCompany, ResponseBody<'getCompany'>> =>
  async ({ principal, id }) => ({
    body: requireFound(await dependencies.companies.get(principal.organizationId, id), 'company'),
  });
