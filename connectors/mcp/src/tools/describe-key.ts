import * as z from 'zod';
import { defineTool } from '../tool.ts';

export const describeKey = defineTool({
  name: 'describe_key',
  title: 'Describe the API key',
  description:
    'Describes the API key in use: its organization, permissions, usage plan (requests per second and ' +
    'per day), expiry and allowed addresses. An admin of the organization can grant further permissions.',
  permission: null,
  inputs: {},
  // A later version of the service may add fields.
  output: z.looseObject({
    id: z.string(),
    name: z.string(),
    organization: z.record(z.string(), z.unknown()),
    permissions: z.array(z.string()),
    plan: z.record(z.string(), z.unknown()),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    allowedAddresses: z.array(z.string()).nullable(),
  }),
  run: (_, { api, call }) => api.key(call),
});
