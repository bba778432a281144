import type { AdminRoute } from './admin-route.ts';
import { RECORD_KINDS } from './record-kinds.ts';

/** `source:id`, both parts of which are limited to 500 characters. */
const MAX_EXTERNAL_ID_LENGTH = 1_001;

/** The operations of the admin API on single people, companies and call lists. */
export const RECORD_ROUTES = {
  findRecord: {
    functionName: 'manage-records',
    method: 'GET',
    path: '/records',
    query: {
      kind: { kind: 'enum', values: RECORD_KINDS },
      externalId: { kind: 'text', maximumLength: MAX_EXTERNAL_ID_LENGTH },
    },
    response: 'RecordReference',
  },
  getPerson: {
    functionName: 'manage-records',
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
    functionName: 'manage-records',
    method: 'GET',
    path: '/people/{id}/call-list-entries',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'EntryOfPersonPage',
  },
  getCompany: {
    functionName: 'manage-records',
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
  getCallList: {
    functionName: 'manage-records',
    method: 'GET',
    path: '/call-lists/{id}',
    query: {
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
