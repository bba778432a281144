import { ProblemError } from '../../../shared/contract/problems.ts';
import type { RECORD_ROUTES } from '../../../shared/contract/record-routes.ts';
import { readTotal } from '../../../shared/records/collections/collection.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { type Retention, remainingCopies } from '../../../shared/records/erasure/remaining-copies.ts';
import { entryIdsOfPerson } from '../../../shared/records/lookups/entries-of-person.ts';
import type { Table } from '../../../shared/table/table.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import type { AdminHandler } from '../../http/admin-function.ts';
import { requireFound } from '../../http/not-found.ts';

/** Entries that are not indexed yet would keep the person's data. */
const requireIndexedEntries = async ({ reader }: Table, organizationId: string): Promise<void> => {
  const { isComplete } = await readTotal(reader, organizationId, 'callListEntries');
  if (isComplete) return;
  throw new ProblemError(
    'service-unavailable',
    'People cannot be erased right now: data of an earlier version of the service is being upgraded. Retry after the `Retry-After` delay.',
    { headers: { 'Retry-After': '60' } },
  );
};

export const createErasePerson =
  (table: Table, retention: Retention): AdminHandler<typeof RECORD_ROUTES.erasePerson> =>
  async ({ principal: { organizationId, actor }, id }) => {
    await requireIndexedEntries(table, organizationId);
    const search = async () => ({
      entryIds: await entryIdsOfPerson(table.reader, organizationId, id),
      eventIds: [],
    });
    const report = await erasePerson(table, organizationId, id, { actor, search, eraseCopies: eraseEvents });
    return { body: { ...requireFound(report, 'person'), remaining: remainingCopies(retention) } };
  };
