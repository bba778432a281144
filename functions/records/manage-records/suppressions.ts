import { isUuid } from '../../../shared/domain/uuid.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { changeSuppressions } from '../../../shared/records/suppression/change-suppressions.ts';
import {
  listSuppressions,
  readSuppressions,
  suppressionView,
} from '../../../shared/records/suppression/suppression-list.ts';
import { addressTarget, numberTarget } from '../../../shared/records/suppression/suppression-targets.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';

export const createListSuppressions =
  ({ reader }: Table): AdminHandler<typeof RECORD_ROUTES.listSuppressions> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor, phone, email } = request.query;
    const targets = [
      ...(phone ?? []).map(({ value }) => numberTarget(value)),
      ...(email ?? []).map(({ value }) => addressTarget(value)),
    ];
    if (targets.length > 0) {
      const list = await readSuppressions(reader, organizationId, targets);
      return {
        body: { items: targets.flatMap((target) => list.entryOf(target) ?? []).map(suppressionView) },
      };
    }
    const scope = ['suppressions', organizationId];
    const position = positionOf(scope, cursor, (text) => (isUuid(text) ? text : undefined));
    const page = await listSuppressions(reader, organizationId, { limit, position });
    const next = nextPage(scope, page.next, request);
    return { body: { items: page.suppressions.map(suppressionView), ...next.body }, headers: next.headers };
  };

export const createChangeSuppressions =
  (
    table: Table,
    isLifting: boolean,
  ): AdminHandler<(typeof RECORD_ROUTES)['addSuppressions' | 'liftSuppressions']> =>
  async ({ principal, body: { values } }) => ({
    body: await changeSuppressions(table, principal, values, isLifting),
  });
