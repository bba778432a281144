import {
  CONTACT_PERMISSION,
  PERMISSIONS,
  type Permission,
} from '../../../shared/contract/keys/permissions.ts';
import {
  IDENTITIES,
  KIND_NAMES,
  type KindPermission,
  nounOf,
  pluralOf,
} from '../../../shared/kinds/names.ts';

/** What permissions that are about no kind of record allow, in words. */
const OTHERS: Readonly<Record<Exclude<Permission, KindPermission> | typeof CONTACT_PERMISSION, string>> = {
  [CONTACT_PERMISSION]:
    'See contact details: emails, phones, street and LinkedIn of people, ' +
    'numbers, notes and recordings of calls',
  'event:read': 'Read the event feed',
  'webhook:manage': 'Create and delete webhook endpoints',
  'export:create': 'Export what the key may list into files',
  'import:create': 'Import records: create, change and delete them',
};

const isOther = (permission: Permission): permission is keyof typeof OTHERS => permission in OTHERS;

const AND = new Intl.ListFormat('en');

/** What a permission allows, in words. */
export const permissionLabel = (permission: Permission): string => {
  if (isOther(permission)) return OTHERS[permission];
  const kinds = KIND_NAMES.filter((kind) =>
    [IDENTITIES[kind].get, IDENTITIES[kind].list].some((each) => each === permission),
  );
  const records = AND.format(kinds.map((kind) => nounOf(pluralOf(kind))));
  if (kinds.every((kind) => IDENTITIES[kind].get === IDENTITIES[kind].list)) return `Read ${records}`;
  return kinds.some((kind) => IDENTITIES[kind].list === permission)
    ? `List all ${records}`
    : `Read ${records} by id`;
};

/** The permissions that give away so little that users need not choose each of them. */
export const HARMLESS: readonly Permission[] = PERMISSIONS.filter(
  (each) => !isOther(each) || each === 'event:read',
);
