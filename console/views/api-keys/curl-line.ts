import type { Permission } from '../../../shared/contract/permissions.ts';
import { curlCommand } from '../../parts/curl-command.ts';

/** What can be asked for without knowing an id comes first. */
const PATHS: readonly (readonly [Permission, string])[] = [
  ['call-list:read', '/v1/call-list'],
  ['person:read', '/v1/person/ID'],
  ['company:read', '/v1/company/ID'],
];

/** A first request with a key, to be pasted into a terminal. */
export const curlLine = (dataApiUrl: string, key: string, permissions: readonly Permission[]): string => {
  const [, path] = PATHS.find(([permission]) => permissions.includes(permission)) ?? ['', '/v1/call-list'];
  return curlCommand(dataApiUrl + path, key);
};
