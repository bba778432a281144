import { expect } from 'vitest';
import type { ApiResponse } from '../service/service.ts';

/** Expects a complete problem document of this status and type, and returns it. */
export const expectProblem = (
  response: ApiResponse,
  status: number,
  name: string,
): {
  readonly detail: string;
  readonly errors: readonly { parameter: string; detail: string }[];
  readonly missingPermissions: readonly string[];
  readonly addresses: readonly string[];
} => {
  expect(response.status, response.text).toBe(status);
  expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
  const document = response.json as Record<string, unknown>;
  expect(document).toEqual({
    type: `urn:sales-data:problem:${name}`,
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    requestId: expect.stringMatching(/./),
    ...('errors' in document ? { errors: expect.any(Array) } : {}),
    ...('missingPermissions' in document ? { missingPermissions: expect.any(Array) } : {}),
    ...('addresses' in document ? { addresses: expect.any(Array) } : {}),
  });
  expect(response.headers['x-request-id']).toBe(document['requestId']);
  return {
    detail: String(document['detail']),
    errors: (document['errors'] ?? []) as [],
    missingPermissions: (document['missingPermissions'] ?? []) as [],
    addresses: (document['addresses'] ?? []) as [],
  };
};
