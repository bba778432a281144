import { CREATED_AT, ORGANIZATION_ID } from '../../contract/records/examples.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';

/** The operations of the data API on the API key itself. */
export const KEY_ROUTES = {
  getKey: {
    functionName: 'get-key',
    method: 'GET',
    path: '/v1/key',
    isRare: true,
    permission: null,
    query: {},
    describesKey: true,
    response: 'Key',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentKeyRoutes = (): DataDocumentation<typeof KEY_ROUTES> => ({
  getKey: {
    tag: 'Keys',
    summary: 'Get the key of this request',
    description:
      'Returns the API key that the request is made with: its organization, permissions and usage plan. ' +
      'Use it to test a connection.',
    parameters: {},
    examples: {
      key: {
        summary: 'A key',
        value: {
          id: 'f3a1c9e2-7b64-4d0e-9a58-1c2d3e4f5a6b',
          name: 'Data warehouse',
          organization: { id: ORGANIZATION_ID, name: 'Acme' },
          permissions: ['person:read', 'call-list:read'],
          plan: { name: 'standard', rate: 10, burst: 20, dailyQuota: 100_000 },
          createdAt: CREATED_AT,
          expiresAt: null,
          allowedAddresses: ['192.0.2.0/24'],
          importSource: null,
        },
      },
    },
  },
});
