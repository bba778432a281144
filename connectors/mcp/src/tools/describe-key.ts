import { defineTool } from '../tool.ts';

export const describeKey = defineTool({
  name: 'describe_key',
  title: 'Describe the API key',
  description:
    'Describes the API key in use: its organization, permissions, usage plan (requests per second and ' +
    'per day), expiry and allowed addresses. An admin of the organization can grant further permissions.',
  permission: null,
  inputs: {},
  output: {
    id: { type: 'string' },
    name: { type: 'string' },
    organization: { type: 'object' },
    permissions: { type: 'array', items: { type: 'string' } },
    plan: { type: 'object' },
    createdAt: { type: 'string' },
    expiresAt: { type: ['string', 'null'] },
    allowedAddresses: { type: ['array', 'null'], items: { type: 'string' } },
    importSource: { type: ['string', 'null'] },
  },
  run: (_, { api, call }) => api.key(call),
});
