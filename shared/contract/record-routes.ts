import { CALL_LIST_ENTRY_STATUSES } from '../kinds/call-list-entry-status.ts';
import { KIND_NAMES } from '../kinds/names.ts';
import { CALL_LIST_LOOKUPS, COMPANY_LOOKUPS, LOOKUP, PERSON_LOOKUPS } from './record-lookups.ts';
import type { AdminRoute } from './route.ts';

const PAGE = {
  limit: { kind: 'integer', minimum: 1, maximum: 100, default: 25 },
  cursor: { kind: 'cursor' },
} as const;

/** The console shows what changed last first. */
const CHANGE_ORDER = {
  sort: { kind: 'enum', values: ['-changedAt', 'changedAt'], default: '-changedAt' },
} as const;

/** The operations of the admin API on people, companies and call lists. */
export const RECORD_ROUTES = {
  listPeople: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/people',
    query: {
      ...PAGE,
      ...CHANGE_ORDER,
      ...PERSON_LOOKUPS,
    },
    response: 'PersonPage',
  },
  getPerson: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/people/{id}',
    query: {},
    response: 'Person',
  },
  deletePerson: {
    functionName: 'manage-records',
    method: 'DELETE',
    path: '/people/{id}',
    query: {},
    response: 'DeletedRecord',
  },
  erasePerson: {
    functionName: 'manage-records',
    method: 'POST',
    path: '/people/{id}/erase',
    query: {},
    response: 'ErasedPerson',
  },
  listEntriesOfPerson: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/people/{id}/call-list-entries',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'EntryOfPersonPage',
  },
  listFields: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/fields',
    query: { resource: { kind: 'enum', values: KIND_NAMES, isRequired: true } },
    response: 'FieldList',
  },
  listCompanies: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/companies',
    query: {
      ...PAGE,
      ...CHANGE_ORDER,
      ...COMPANY_LOOKUPS,
    },
    response: 'CompanyPage',
  },
  getCompany: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/companies/{id}',
    query: {},
    response: 'Company',
  },
  deleteCompany: {
    functionName: 'manage-records',
    method: 'DELETE',
    path: '/companies/{id}',
    query: {},
    response: 'DeletedRecord',
  },
  listCallLists: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/call-lists',
    query: {
      ...PAGE,
      isLocked: { kind: 'boolean' },
      sort: {
        kind: 'enum',
        values: ['-createdAt', 'createdAt', '-changedAt', 'changedAt'],
        default: '-createdAt',
      },
      include: { kind: 'set', values: ['entryTotal'] },
      externalId: { kind: 'external-id', ...LOOKUP },
      ...CALL_LIST_LOOKUPS,
    },
    response: 'CallListPage',
  },
  getCallList: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/call-lists/{id}',
    query: {
      status: { kind: 'set', values: CALL_LIST_ENTRY_STATUSES },
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'CallListWithEntries',
  },
  deleteCallList: {
    functionName: 'manage-records',
    method: 'DELETE',
    path: '/call-lists/{id}',
    query: {},
    response: 'DeletedRecord',
  },
} as const satisfies Record<string, AdminRoute>;
