import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PROBLEMS, problemType } from '../../../shared/contract/problems.ts';
import { quoted } from '../../../shared/keys/requests/log-query.ts';
import {
  type RequestsToRead,
  readRequests,
  withDetails,
} from '../../../shared/keys/requests/read-requests.ts';
import { problemOf } from '../../../shared/keys/requests/request-outcome.ts';
import { accessLine, createFakeLogs } from '../../support/keys/fake-logs.ts';

const NOON = Date.parse('2026-01-31T12:00:00.000Z');
const MINUTE = 60_000;
const [organizationId, keyId, otherKeyId, ownerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

const lacking = (permission: string) => ({ deniedType: problemType('forbidden'), deniedValue: permission });

/** Lines a minute apart, the first one the newest. */
const linesOf = (...lines: readonly object[]) =>
  lines.map((line, index) => accessLine({ organizationId, keyId, time: NOON - index * MINUTE, ...line }));

const read = (
  lines: Parameters<typeof createFakeLogs>[0],
  query: Partial<RequestsToRead> = {},
  scope: { organizationId: string; ownerId?: string } = { organizationId },
) => {
  const { queries, ...store } = createFakeLogs(lines);
  const range = { after: NOON - 60 * MINUTE, before: NOON + 1 };
  return readRequests(store, scope, { ...range, limit: 10, ...query });
};

describe('reading requests', () => {
  it('returns what each line says, newest first', async () => {
    const [id] = [randomUUID()];
    const { requests, next } = await read({
      access: linesOf(
        { status: '403', error: 'ACCESS_DENIED', ...lacking('person:list'), requestId: id },
        { milliseconds: '-' },
      ),
    });
    expect(requests).toEqual([
      {
        id,
        time: NOON,
        method: 'GET',
        route: '/v1/person',
        path: '/v1/person?limit=10',
        status: 403,
        problem: 'forbidden',
        reason: undefined,
        missingPermissions: ['person:list'],
        invalidParameters: undefined,
        milliseconds: 12,
        keyId,
        sourceIp: '203.0.113.7',
        userAgent: 'test/1.0',
      },
      expect.objectContaining({ status: 200, problem: undefined, milliseconds: undefined }),
    ]);
    expect(next).toBeUndefined();
  });

  it('includes refused keys from the log of the authorizer', async () => {
    const [line] = linesOf({ status: '401', reason: 'revoked' });
    const { requests } = await read({ access: linesOf({ time: NOON - MINUTE }), authorizer: [line ?? {}] });
    expect(requests).toMatchObject([
      { status: 401, problem: 'unauthorized', reason: 'revoked' },
      { status: 200 },
    ]);
  });

  it('shows the address that a key must not be used at', async () => {
    const denied = { deniedType: problemType('address-not-allowed'), deniedValue: '198.51.100.9' };
    const { requests } = await read({
      access: linesOf({ status: '403', error: 'ACCESS_DENIED', ...denied }),
    });
    expect(requests).toMatchObject([{ problem: 'address-not-allowed', sourceIp: '198.51.100.9' }]);
    expect(requests[0]?.missingPermissions).toBeUndefined();
  });

  it('returns lines of the organization alone, and to a member those of own keys alone', async () => {
    const access = [
      ...linesOf(
        { path: '/own', ownerId },
        { path: '/colleague', ownerId: randomUUID() },
        { path: '/operator' },
      ),
      ...linesOf({ path: '/foreign', organizationId: randomUUID(), ownerId }),
      ...linesOf({ path: '/unknown', organizationId: '-', keyId: '-' }),
    ];
    const pathsOf = async (scope?: { organizationId: string; ownerId?: string }) =>
      (await read({ access }, {}, scope)).requests.map(({ path }) => path);
    expect(await pathsOf()).toEqual(['/own', '/colleague', '/operator']);
    expect(await pathsOf({ organizationId, ownerId })).toEqual(['/own']);
  });

  it.each([
    ['a key', { keyId: otherKeyId }, [5]],
    ['success', { status: 'succeeded' }, [0, 1, 5]],
    ['refusal', { status: 'refused' }, [2, 3]],
    ['failure', { status: 'failed' }, [4]],
    ['a status code', { status: '429' }, [3]],
    ['an operation, with HEAD', { route: 'GET /v1/company' }, [0, 1]],
    ['an operation that is not GET', { route: 'POST /v1/export' }, [2]],
    ['a time', { after: NOON - 3 * MINUTE, before: NOON }, [1, 2]],
    ['a key and a status', { keyId, status: 'succeeded' }, [0, 1]],
  ])('filters by %s', async (_, query, expected) => {
    const access = linesOf(
      { route: '/v1/company', status: '200' },
      { route: '/v1/company', status: '304', method: 'HEAD' },
      { route: '/v1/export', status: '400', method: 'POST' },
      { status: '429' },
      { status: '503' },
      { keyId: otherKeyId },
    );
    const { requests } = await read({ access }, query);
    const ids: readonly string[] = access.map(({ requestId }) => requestId);
    expect(requests.map(({ id }) => ids.indexOf(id))).toEqual(expected);
  });

  it('pages through all requests once, also those of the same millisecond', async () => {
    const access = Array.from({ length: 25 }, (_, index) =>
      accessLine({ organizationId, keyId, time: NOON - Math.floor(index / 4) * 5 }),
    );
    const found: string[] = [];
    let position: RequestsToRead['position'];
    do {
      const page = await read({ access }, { limit: 5, position });
      expect(page.requests).toHaveLength(5);
      found.push(...page.requests.map(({ id }) => id));
      position = page.next;
    } while (position !== undefined);
    expect(found.toSorted()).toEqual(access.map(({ requestId }) => requestId).toSorted());
  });

  it('searches the given range, and by the indexed fields', async () => {
    const { queries, ...store } = createFakeLogs({});
    const query = { after: NOON - MINUTE, before: NOON, limit: 1, requestId: keyId, keyId };
    await readRequests(store, { organizationId, ownerId }, query);
    expect(queries).toEqual([
      {
        groups: ['access', 'authorizer'],
        from: NOON - MINUTE,
        to: NOON + MINUTE,
        text: expect.stringContaining(
          `filter organizationId = "${organizationId}" and ownerId = "${ownerId}" and keyId = ` +
            `"${keyId}" and requestId = "${keyId}" and `,
        ),
      },
    ]);
  });

  it('adds the details of the function that refused a request', async () => {
    const lines = {
      access: linesOf({ status: '400' }),
      functions: [
        {
          time: NOON + 5,
          message: {
            organizationId,
            requestId: '',
            problem: 'invalid-request',
            invalidParameters: 'limit,tag',
          },
        },
      ],
    };
    const [request] = (await read(lines)).requests;
    if (request === undefined || lines.functions[0] === undefined) throw new Error('There is no request.');
    lines.functions[0].message.requestId = request.id;
    const store = createFakeLogs(lines);
    expect(await withDetails(store, { organizationId }, request)).toMatchObject({
      invalidParameters: ['limit', 'tag'],
    });
    const foreign = await withDetails(store, { organizationId: randomUUID() }, request);
    expect(foreign.invalidParameters).toBeUndefined();
  });
});

describe('quoting', () => {
  it('accepts what lines can contain, and refuses what would end or escape a literal', () => {
    expect(quoted('GET /v1/person/{id}?a=*&b=[1]')).toBe('"GET /v1/person/{id}?a=*&b=[1]"');
    for (const text of ['"', '\\', 'a" or organizationId like /./ or "', 'é', '\n']) {
      expect(() => quoted(text), text).toThrow('printable ASCII');
    }
  });
});

describe('the problem of a status', () => {
  it('identifies every problem without the response body', () => {
    for (const [name, { status }] of Object.entries(PROBLEMS)) {
      const error = name === 'quota-exceeded' ? 'QUOTA_EXCEEDED' : '-';
      const deniedType = status === 403 ? `urn:sales-data:problem:${name}` : '-';
      expect(problemOf({ status: String(status), error, deniedType })).toBe(name);
    }
    for (const status of ['200', '202', '304', '599'])
      expect(problemOf({ status, error: '-' })).toBeUndefined();
  });
});
