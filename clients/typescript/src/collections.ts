// Made by "npm run openapi": do not edit.
import type { Fields, Selected } from './fields.ts';
import type { CallOptions, QueryOf, ScanOptions, Selecting } from './requests.ts';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** The records of a copy by kind, which is the part of an event's type before the dot. */
export interface CopiedRecords {
  readonly company: Schemas['Company'];
  readonly person: Schemas['Person'];
  readonly call_list: Schemas['CallList'];
  readonly call_list_entry: Schemas['ListedEntry'];
  readonly call: Schemas['Call'];
}

/** In the order in which they are read: after those that they refer to. With the methods of a client. */
export const COLLECTIONS = {
  company: {
    path: '/v1/company',
    pageSize: 500,
    permission: 'company:list',
    list: 'companies',
    get: 'company',
  },
  person: {
    path: '/v1/person',
    pageSize: 500,
    permission: 'person:list',
    list: 'people',
    get: 'person',
  },
  call_list: {
    path: '/v1/call-list',
    pageSize: 200,
    permission: 'call-list:read',
    list: 'callLists',
    get: null,
  },
  call_list_entry: {
    path: '/v1/call-list-entry',
    pageSize: 500,
    permission: 'call-list:read',
    list: 'callListEntries',
    get: null,
  },
  call: {
    path: '/v1/call',
    pageSize: 500,
    permission: 'call:read',
    list: 'calls',
    get: 'call',
  },
} as const;

/** The operations on each kind of record. */
export interface RecordMethods {
  /** Returns a company. */
  company<const F extends Fields<Schemas['Company']> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'getCompany'>, F>,
  ): Promise<Selected<Schemas['Company'], F>>;
  /** Yields all companies, or those that a lookup finds. `limit` is the page size. */
  companies<const F extends Fields<Schemas['Company']> = undefined>(
    query?: Selecting<QueryOf<'listCompanies'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['Company'], F>>;
  /** Returns a person. */
  person<const F extends Fields<Schemas['PersonWithCallability']> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'getPerson'>, F>,
  ): Promise<Selected<Schemas['PersonWithCallability'], F>>;
  /** Yields all people, or those that a lookup finds. `limit` is the page size. */
  people<const F extends Fields<Schemas['Person']> = undefined>(
    query?: Selecting<QueryOf<'listPeople'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['Person'], F>>;
  /** Yields all call lists, or those that a lookup finds. `limit` is the page size. */
  callLists<const F extends Fields<Schemas['CallList']> = undefined>(
    query?: Selecting<QueryOf<'listCallLists'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['CallList'], F>>;
  /** Yields all call list entries, or those that a lookup finds. `limit` is the page size. */
  callListEntries<const F extends Fields<Schemas['ListedEntry']> = undefined>(
    query?: Selecting<QueryOf<'listCallListEntries'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['ListedEntry'], F>>;
  /** Returns a call. */
  call<const F extends Fields<Schemas['Call']> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'getCall'>, F>,
  ): Promise<Selected<Schemas['Call'], F>>;
  /** Yields all calls, or those that a lookup finds. `limit` is the page size. */
  calls<const F extends Fields<Schemas['Call']> = undefined>(
    query?: Selecting<QueryOf<'listCalls'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['Call'], F>>;
}
