import { withFeedSequence } from '../../../shared/events/feed/feed-epoch.ts';
import { exportEraser } from '../../../shared/exports/erase-exports.ts';
import { nounOf, type OwnKind, PLAIN_KINDS, snakeOf } from '../../../shared/kinds/names.ts';
import { plainRoutesOf, RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { type Retention, remainingCopies } from '../../../shared/records/erasure/remaining-copies.ts';
import { entryIdsOfPerson } from '../../../shared/records/lookups/entries-of-person.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import type { Table } from '../../../shared/table/table.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { type AdminHandler, type AdminOperation, forAdminsTo } from '../../http/admin-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { createChangeSuppressions, createListSuppressions } from './suppressions.ts';

const forAdmins = forAdminsTo('delete, erase or suppress records');

type Deletion = ReturnType<typeof plainRoutesOf>['delete'] | (typeof RECORD_ROUTES)['deleteCallList'];

const deleting =
  (table: Table, name: OwnKind): AdminHandler<Deletion> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const kind = snakeOf(name);
    const deleted = await deleteRecord(table, { organizationId, kind, id }, { actor });
    const found = requireFound(deleted, nounOf(name));
    const report = await withFeedSequence(table.reader, organizationId, found);
    return { body: { ...report, kind } };
  };

const createErasePerson =
  (
    table: Table,
    bucket: Pick<Bucket, 'remove'>,
    retention: Retention,
  ): AdminHandler<typeof RECORD_ROUTES.erasePerson> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const report = await erasePerson(table, organizationId, id, {
      actor,
      findReferringIds: () => entryIdsOfPerson(table.reader, organizationId, id),
      eraseCopies: [eraseEvents, exportEraser((keys) => bucket.remove(keys))],
    });
    const found = await withFeedSequence(table.reader, organizationId, requireFound(report, 'person'));
    return { body: { ...found, remaining: remainingCopies(retention) } };
  };

/**
 * @param bucket the files of exports, which an erasure deletes
 * @param retention how long copies of erased data last
 */
export const createOperations = (
  table: Table,
  bucket: Pick<Bucket, 'remove'>,
  retention: Retention,
): readonly AdminOperation[] => [
  ...PLAIN_KINDS.map((kind) => forAdmins(plainRoutesOf(kind).delete, deleting(table, kind))),
  forAdmins(RECORD_ROUTES.erasePerson, createErasePerson(table, bucket, retention)),
  forAdmins(RECORD_ROUTES.deleteCallList, deleting(table, 'call-list')),
  forAdmins(RECORD_ROUTES.listSuppressions, createListSuppressions(table)),
  forAdmins(RECORD_ROUTES.addSuppressions, createChangeSuppressions(table, false)),
  forAdmins(RECORD_ROUTES.liftSuppressions, createChangeSuppressions(table, true)),
];
