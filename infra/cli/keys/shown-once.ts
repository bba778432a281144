import type { ApiKey } from '../../../shared/api-keys/api-key.ts';
import { firstPath } from '../../../shared/contract/first-request.ts';

/** The properties of a new key, the key itself, and a request to try it. */
export const shownOnce = (apiKey: ApiKey, token: string, apiUrl: string): readonly string[] => {
  const granted =
    apiKey.permissions.length > 0 ? apiKey.permissions.join(', ') : 'none (requests return 403)';
  return [
    `Permissions: ${granted}. Plan: ${apiKey.plan}. Expires: ${apiKey.expiresAt ?? 'never'}.`,
    '',
    'Store the key now; it is not shown again:',
    '',
    `  ${token}`,
    '',
    'Try it:',
    '',
    `  curl -H 'X-Api-Key: ${token}' '${apiUrl}${firstPath(apiKey.permissions)}'`,
  ];
};
