import type { Permission } from './permissions.ts';

/** What can be asked for without knowing an id comes first. */
const PATHS: readonly (readonly [Permission, string])[] = [
  ['call-list:read', '/v1/call-list'],
  ['person:read', '/v1/person/ID'],
  ['company:read', '/v1/company/ID'],
];

/** The path of a first request that a key with these permissions may make; `ID` stands for one that its user knows. */
export const firstPath = (permissions: readonly Permission[]): string =>
  PATHS.find(([permission]) => permissions.includes(permission))?.[1] ?? '/v1/call-list';
