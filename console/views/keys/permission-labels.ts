import type { Permission } from '../../../shared/contract/permissions.ts';

/** What each permission allows, in words. */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  'person:read': 'Read people by id',
  'person:list': 'List all people',
  'person.contact:read': 'See contact details of people: emails, phones, street and LinkedIn',
  'company:read': 'Read companies by id',
  'company:list': 'List all companies',
  'call-list:read': 'Read call lists and their entries',
  'event:read': 'Read the event feed',
  'webhook:manage': 'Create and delete webhook endpoints',
  'export:create': 'Export what the key may list into files',
};
