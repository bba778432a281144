// Made by "npm run openapi": do not edit.
import type { components } from './schema.ts';

/** The records of a copy by kind, which is the part of an event's type before the dot. */
export interface CopiedRecords {
  readonly company: components['schemas']['Company'];
  readonly person: components['schemas']['Person'];
  readonly call_list: components['schemas']['CallList'];
  readonly call_list_entry: components['schemas']['ListedEntry'];
  readonly call: components['schemas']['Call'];
}

/** In the order in which they are read: records come after those that they refer to. */
export const COLLECTIONS = {
  company: { path: '/v1/company', pageSize: 500, permission: 'company:list' },
  person: { path: '/v1/person', pageSize: 500, permission: 'person:list' },
  call_list: { path: '/v1/call-list', pageSize: 200, permission: 'call-list:read' },
  call_list_entry: { path: '/v1/call-list-entry', pageSize: 500, permission: 'call-list:read' },
  call: { path: '/v1/call', pageSize: 500, permission: 'call:read' },
} as const;
