import type { Permission } from '../../../shared/contract/keys/permissions.ts';

/** Whether a permission gives away so much that users choose it themselves. */
export const IS_SENSITIVE: Readonly<Record<Permission, boolean>> = {
  'person:read': false,
  'person:list': false,
  'person.contact:read': true,
  'company:read': false,
  'company:list': false,
  'call-list:read': false,
  'call:read': false,
  'event:read': false,
  'webhook:manage': true,
  'export:create': true,
};

/** What each permission allows, in words. */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  'person:read': 'Read people by id',
  'person:list': 'List all people',
  'person.contact:read': 'See contact details of people: emails, phones, street and LinkedIn',
  'company:read': 'Read companies by id',
  'company:list': 'List all companies',
  'call-list:read': 'Read call lists and their entries',
  'call:read': 'Read calls',
  'event:read': 'Read the event feed',
  'webhook:manage': 'Create and delete webhook endpoints',
  'export:create': 'Export what the key may list into files',
};
