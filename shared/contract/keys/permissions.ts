import { IDENTITIES, KIND_NAMES, type KindPermission, readersOf } from '../../kinds/names.ts';

/** Allows reading contact details of people and entries (`shared/kinds/contact-details.ts`). */
export const CONTACT_PERMISSION = IDENTITIES.person.contact;

const OPERATIONAL = ['event:read', 'webhook:manage', 'export:create', 'import:create'] as const;

export type Permission = KindPermission | (typeof OPERATIONAL)[number];

const all = (): readonly Permission[] => [
  ...new Set(
    KIND_NAMES.flatMap((name) => [...readersOf(name), ...(name === 'person' ? [CONTACT_PERMISSION] : [])]),
  ),
  ...OPERATIONAL,
];

/** The permissions of API keys. A key may hold any subset, including none. */
export const PERMISSIONS = /* @__PURE__ */ all();

export const isPermission = (value: string): value is Permission =>
  (PERMISSIONS as readonly string[]).includes(value);
