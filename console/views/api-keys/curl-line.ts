import { firstPath } from '../../../shared/contract/first-request.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { curlCommand } from '../../parts/curl-command.ts';

/** A first request with a key, to be pasted into a terminal. */
export const curlLine = (dataApiUrl: string, key: string, permissions: readonly Permission[]): string =>
  curlCommand(dataApiUrl + firstPath(permissions), key);
