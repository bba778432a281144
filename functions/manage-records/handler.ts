import type { AdminRoute } from '../../shared/contract/admin-route.ts';
import { EVENT_ROUTES } from '../../shared/contract/event-routes.ts';
import type { RecordKind } from '../../shared/contract/record-kinds.ts';
import { RECORD_ROUTES } from '../../shared/contract/record-routes.ts';
import { deleteRecord } from '../../shared/records/delete-record.ts';
import type { Retention } from '../../shared/records/erasure/remaining-copies.ts';
import { createCallListRepository } from '../../shared/table/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../shared/table/records/records.ts';
import type { Table } from '../../shared/table/table.ts';
import { type AdminHandler, type AdminOperation, adminOperation } from '../middleware/admin-function.ts';
import { requireFound } from '../middleware/not-found.ts';
import { requireAdmin } from '../middleware/require-admin.ts';
import { createErasePerson } from './erase-person.ts';
import { createFindRecord } from './find-record.ts';
import { createGetCallList } from './get-call-list.ts';
import { createGetEvent } from './get-event.ts';
import { createListEntriesOfPerson } from './list-entries-of-person.ts';
import { createListEvents } from './list-events.ts';

/** Admins see all data of their organization here; members need an API key with the permission. */
const forAdmins = <R extends AdminRoute>(
  route: R,
  handle: AdminHandler<R>,
  what = 'manage records',
): AdminOperation =>
  adminOperation<R>(route, (request) => {
    requireAdmin(request.principal, what);
    return handle(request);
  });

const NAMES = { person: 'person', company: 'company', call_list: 'call list' } as const;

type Deletions = (typeof RECORD_ROUTES)['deletePerson' | 'deleteCompany' | 'deleteCallList'];

const deleting =
  (table: Table, kind: RecordKind): AdminHandler<Deletions> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const deleted = await deleteRecord(table, { organizationId, kind, id }, { actor });
    return { body: { ...requireFound(deleted, NAMES[kind]), kind } };
  };

/** @param retention how long copies of erased data last */
export const createOperations = (table: Table, retention: Retention): readonly AdminOperation[] => {
  const { reader } = table;
  const people = createPersonRepository(reader);
  const companies = createCompanyRepository(reader);
  return [
    forAdmins(RECORD_ROUTES.findRecord, createFindRecord(reader)),
    forAdmins(RECORD_ROUTES.getPerson, async ({ principal: { organizationId }, id }) => ({
      body: requireFound(await people.get(organizationId, id), 'person'),
    })),
    forAdmins(RECORD_ROUTES.deletePerson, deleting(table, 'person')),
    forAdmins(RECORD_ROUTES.erasePerson, createErasePerson(table, retention)),
    forAdmins(RECORD_ROUTES.listEntriesOfPerson, createListEntriesOfPerson(reader, people)),
    forAdmins(RECORD_ROUTES.getCompany, async ({ principal: { organizationId }, id }) => ({
      body: requireFound(await companies.get(organizationId, id), 'company'),
    })),
    forAdmins(RECORD_ROUTES.deleteCompany, deleting(table, 'company')),
    forAdmins(RECORD_ROUTES.getCallList, createGetCallList(createCallListRepository(reader))),
    forAdmins(RECORD_ROUTES.deleteCallList, deleting(table, 'call_list')),
    forAdmins(EVENT_ROUTES.listEvents, createListEvents(reader), 'see events'),
    forAdmins(EVENT_ROUTES.getEvent, createGetEvent(table), 'see events'),
  ];
};
