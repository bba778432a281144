import type { ApiKey } from '../../../shared/api-keys/api-key.ts';
import { firstPath } from '../../../shared/contract/first-request.ts';

/** What a new key is good for, the key itself, and a request to try it with. */
export const shownOnce = (apiKey: ApiKey, token: string, apiUrl: string): readonly string[] => {
  const granted =
    apiKey.permissions.length > 0 ? apiKey.permissions.join(', ') : 'none: its calls answer 403';
  return [
    `Permissions: ${granted}. Plan: ${apiKey.plan}. Expires: ${apiKey.expiresAt ?? 'never'}.`,
    '',
    'The key itself is shown only now. Keep it secret:',
    '',
    `  ${token}`,
    '',
    'Try it:',
    '',
    `  curl -H 'X-Api-Key: ${token}' '${apiUrl}${firstPath(apiKey.permissions)}'`,
  ];
};
