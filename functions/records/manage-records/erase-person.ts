import { exportEraser } from '../../../shared/exports/erase-exports.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { type Retention, remainingCopies } from '../../../shared/records/erasure/remaining-copies.ts';
import { entryIdsOfPerson } from '../../../shared/records/lookups/entries-of-person.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import type { Table } from '../../../shared/table/table.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireFound } from '../../http/not-found.ts';

export const createErasePerson =
  (
    table: Table,
    bucket: Pick<Bucket, 'remove'>,
    retention: Retention,
  ): AdminHandler<typeof RECORD_ROUTES.erasePerson> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const report = await erasePerson(table, organizationId, id, {
      actor,
      findEntryIds: () => entryIdsOfPerson(table.reader, organizationId, id),
      eraseCopies: [eraseEvents, exportEraser((keys) => bucket.remove(keys))],
    });
    return { body: { ...requireFound(report, 'person'), remaining: remainingCopies(retention) } };
  };
