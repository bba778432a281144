/** The permissions of API keys. A key may hold any subset, including none. */
export const PERMISSIONS = [
  'person:read',
  'person:list',
  'company:read',
  'company:list',
  'call-list:read',
  'event:read',
  'webhook:manage',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (value: string): value is Permission =>
  (PERMISSIONS as readonly string[]).includes(value);
