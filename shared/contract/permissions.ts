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
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (value: string): value is Permission =>
  (PERMISSIONS as readonly string[]).includes(value);

/** Without it, a key sees people and entries without contact details (`shared/domain/contact-details.ts`). */
export const CONTACT_PERMISSION = 'person.contact:read' satisfies Permission;

/** The permissions that showed contact details before they had a permission of their own. */
const SHOWED_CONTACT_DETAILS: ReadonlySet<Permission> = new Set([
  'person:read',
  'person:list',
  'call-list:read',
]);

/** The permissions of a key from before {@link CONTACT_PERMISSION}, which keeps what it sees. */
export const withContactPermission = (permissions: readonly Permission[]): readonly Permission[] =>
  permissions.some((permission) => SHOWED_CONTACT_DETAILS.has(permission))
    ? PERMISSIONS.filter((each) => each === CONTACT_PERMISSION || permissions.includes(each))
    : permissions;
