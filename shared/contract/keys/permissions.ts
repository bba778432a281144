/** The permissions of API keys. A key may hold any subset, including none. */
export const PERMISSIONS = [
  'person:read',
  'person:list',
  'person.contact:read',
  'company:read',
  'company:list',
  'call-list:read',
  'event:read',
  'webhook:manage',
  'export:create',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (value: string): value is Permission =>
  (PERMISSIONS as readonly string[]).includes(value);

/** Allows reading contact details of people and entries (`shared/kinds/contact-details.ts`). */
export const CONTACT_PERMISSION = 'person.contact:read' satisfies Permission;
