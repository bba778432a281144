import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import { problemType } from '../../../shared/contract/problems.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { withSecretOf } from '../../support/keys/wrong-secret.ts';
import {
  admin,
  bodyOf,
  createKeyAs,
  describeAdmin,
  type KeyDocument,
  newOrganization,
} from '../../support/organizations/admin.ts';
import type { SampleUser } from '../../support/organizations/organization-users.ts';
import { type ApiResponse, callOnce } from '../../support/service/service.ts';

interface LoggedRequest {
  readonly id: string;
  readonly keyId: string;
  readonly time: string;
  readonly status: number;
  readonly path: string;
}
interface Page {
  readonly items: readonly LoggedRequest[];
  readonly nextCursor?: string;
  readonly from: string;
  readonly to: string;
  readonly delaySeconds: number;
  readonly errors: AdminResponseBody<'RequestPage'>['errors'];
}
type UsageDocument = AdminResponseBody<'UsagePage'>;

const { admin: adminUser, member } = await newOrganization();
const { admin: stranger } = await newOrganization();

const readPage = async (query: Readonly<Record<string, string>>, as: SampleUser = adminUser): Promise<Page> =>
  bodyOf<Page>(await admin(`/requests?${new URLSearchParams(query)}`, { as }), 200);

/** Waits for requests to appear, which CloudWatch does not guarantee within a time. */
const readAll = async (
  query: Readonly<Record<string, string>>,
  count: number,
  as?: SampleUser,
): Promise<readonly LoggedRequest[]> => {
  await expect.poll(async () => (await readPage(query, as)).items.length).toBe(count);
  return (await readPage(query, as)).items;
};

const idOf = ({ headers }: ApiResponse): string => String(headers['x-request-id']);

/** A request per outcome, and how many more were throttled. */
interface Story {
  readonly key: KeyDocument;
  readonly succeeded: ApiResponse;
  readonly invalid: ApiResponse;
  readonly denied: ApiResponse;
  readonly withoutInclude: ApiResponse;
  readonly wrongSecret: ApiResponse;
  readonly revoked: ApiResponse;
}
let story: Story;
let throttled: number;
let flooded: KeyDocument;
let revokedKey: KeyDocument;
const headers = { 'User-Agent': 'Test "agent"\\ 1.0' };

/** Well above the burst of the plan. */
const FLOOD = 60;

beforeAll(async () => {
  const key = await createKeyAs(adminUser, { name: 'Reader', permissions: ['call-list:read'] });
  revokedKey = await createKeyAs(adminUser, { name: 'Revoked', permissions: ['call-list:read'] });
  flooded = await createKeyAs(adminUser, { name: 'Flooded', permissions: ['call-list:read'] });
  await admin(`/api-keys/${revokedKey.id}`, { as: adminUser, method: 'DELETE' });
  const get = (path: string, value = key.key) => callOnce(path, { key: value, headers });
  story = {
    key,
    succeeded: await get('/v1/call-list?limit=1&isLocked=false'),
    invalid: await get('/v1/call-list?limit=0&nonsense=nora@nowhere.example'),
    denied: await get('/v1/person?email=nora@nowhere.example'),
    withoutInclude: await get(`/v1/call-list/${randomUUID()}?include=person`),
    wrongSecret: await get('/v1/call-list', withSecretOf(key.key, flooded.key)),
    revoked: await get('/v1/call-list', revokedKey.key),
  };
  const responses = await Promise.all(
    Array.from({ length: FLOOD }, () => callOnce('/v1/event-type', { key: flooded.key })),
  );
  throttled = responses.filter(({ status }) => status === 429).length;
});

describeAdmin('GET /requests', () => {
  it('shows what happened to each request of a key, newest first, also if API Gateway refused it', async () => {
    const items = await readAll({ keyId: story.key.id }, 5);
    const common = {
      keyId: story.key.id,
      keyName: 'Reader',
      method: 'GET',
      reason: null,
      invalidParameters: null,
    };
    const none = { ...common, problemType: null, missingPermissions: null };
    expect(items).toEqual([
      {
        ...none,
        id: idOf(story.wrongSecret),
        time: expect.any(String),
        route: '/v1/call-list',
        path: '/v1/call-list',
        status: 401,
        problemType: problemType('unauthorized'),
        reason: 'wrong-secret',
        milliseconds: null,
        address: expect.any(String),
        // Quotation marks and backslashes are replaced: no client can write fields of a line.
        userAgent: 'Test  agent   1.0',
      },
      expect.objectContaining({
        ...none,
        id: idOf(story.withoutInclude),
        route: '/v1/call-list/{id}',
        path: expect.stringMatching(/^\/v1\/call-list\/[0-9a-f-]{36}\?include=person$/),
        status: 403,
        problemType: problemType('forbidden'),
      }),
      expect.objectContaining({
        ...common,
        id: idOf(story.denied),
        route: '/v1/person',
        path: '/v1/person?email=*',
        status: 403,
        problemType: problemType('forbidden'),
        missingPermissions: ['person:list'],
        milliseconds: expect.any(Number),
      }),
      expect.objectContaining({
        ...none,
        id: idOf(story.invalid),
        path: '/v1/call-list?limit=0&*=*',
        status: 400,
        problemType: problemType('invalid-request'),
      }),
      expect.objectContaining({
        ...none,
        id: idOf(story.succeeded),
        path: '/v1/call-list?limit=1&isLocked=false',
        status: 200,
        milliseconds: expect.any(Number),
      }),
    ]);
  });

  it('tells all that is known of one request', async () => {
    const invalid = await readAll({ requestId: idOf(story.invalid) }, 1);
    expect(invalid).toMatchObject([{ status: 400, invalidParameters: ['nonsense', 'limit'] }]);
    const denied = await readAll({ requestId: idOf(story.withoutInclude) }, 1);
    expect(denied).toMatchObject([{ status: 403, missingPermissions: ['person:read'] }]);
  });

  it('shows a revoked key that is still used', async () => {
    expect(await readAll({ keyId: revokedKey.id, status: '401' }, 1)).toMatchObject([
      { id: idOf(story.revoked), keyName: 'Revoked', reason: 'revoked' },
    ]);
  });

  it('filters by status, operation and time', async () => {
    const { id: keyId } = story.key;
    await readAll({ keyId }, 5);
    const pathsOf = async (query: Readonly<Record<string, string>>) =>
      (await readPage({ keyId, ...query })).items.map(({ status }) => status);
    expect(await pathsOf({ status: 'succeeded' })).toEqual([200]);
    expect(await pathsOf({ status: 'refused' })).toEqual([401, 403, 403, 400]);
    expect(await pathsOf({ status: '403' })).toEqual([403, 403]);
    expect(await pathsOf({ route: 'GET /v1/person' })).toEqual([403]);
    const [, newest] = (await readPage({ keyId })).items;
    expect(await pathsOf({ reason: 'invalid-request' })).toEqual([400]);
    expect(await pathsOf({ reason: 'wrong-secret' })).toEqual([401]);
    expect(await pathsOf({ path: '/v1/person' })).toEqual([403]);
    expect(await pathsOf({ address: '127.0.0.1' })).toHaveLength(5);
    expect(await pathsOf({ address: '192.0.2.1' })).toEqual([]);
    expect(await pathsOf({ before: newest?.time ?? '' })).toEqual([403, 400, 200]);
    expect(await pathsOf({ before: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  it('returns pages that together have each request once', async () => {
    const { id: keyId } = story.key;
    const all = await readAll({ keyId }, 5);
    const first = await readPage({ keyId, limit: '3' });
    const { nextCursor: cursor = '' } = first;
    const second = await readPage({ keyId, limit: '3', cursor });
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.nextCursor).toBeUndefined();
    const foreign = await admin(`/requests?cursor=${cursor}`, { as: stranger });
    expectProblem(foreign, 400, 'invalid-request');
  });

  it('states the searched range, and how long requests may take to appear', async () => {
    const { from, to, delaySeconds } = await readPage({});
    expect(Date.parse(to) - Date.parse(from)).toBe(24 * 3_600_000);
    expect(delaySeconds).toBeGreaterThan(0);
    const whole = await readPage({ after: '2020-01-01T00:00:00Z' });
    const days = (Date.parse(whole.to) - Date.parse(whole.from)) / 86_400_000;
    expect(days).toBeCloseTo(30, 3);
  });

  it('counts what matches on request, whatever the status, and per key', async () => {
    const { id: keyId, name } = story.key;
    await readAll({ keyId }, 5);
    const counts = {
      succeeded: 1,
      refused: 4,
      failed: 0,
      refusals: expect.arrayContaining([{ problemType: problemType('forbidden'), requests: 2 }]),
      keys: [{ keyId, name, plan: 'standard', rotatedTo: null, requests: 5 }],
    };
    const alone = await readPage({ keyId, include: 'counts', limit: '0' });
    expect(alone).toMatchObject({ counts, items: [] });
    expect(alone.nextCursor).toBeUndefined();
    const failed = await readPage({ keyId, include: 'counts', status: '400' });
    expect(failed).toMatchObject({ counts, items: [{ status: 400 }] });
    expect(await readPage({ keyId })).toMatchObject({ counts: null });
    const none = { succeeded: 0, refused: 0, failed: 0, refusals: [], keys: [] };
    expect(await readPage({ keyId, include: 'counts' }, stranger)).toMatchObject({ counts: none });
    expect(await readPage({ keyId, include: 'counts' }, member)).toMatchObject({ counts: none });
  });

  it('counts errors by reason and operation on request', async () => {
    const { id: keyId } = story.key;
    await readAll({ keyId }, 5);
    const { errors } = await readPage({ keyId, include: 'errors', limit: '0' });
    expect(errors?.kinds.map(({ requests }) => requests)).toEqual([1, 1, 1, 1]);
    expect(errors?.kinds).toContainEqual(
      expect.objectContaining({ problemType: problemType('forbidden'), operation: 'GET /v1/person' }),
    );
    expect((await readPage({ keyId, include: 'errors', limit: '0' }, stranger)).errors?.kinds).toEqual([]);
  });

  it('shows nothing to another organization, whatever it asks for', async () => {
    await readAll({ keyId: story.key.id }, 5);
    for (const query of [{}, { keyId: story.key.id }, { requestId: idOf(story.denied) }, { status: '403' }]) {
      expect((await readPage(query, stranger)).items).toEqual([]);
    }
  });

  it("shows members the requests of their own keys alone, with a user's injected text as text", async () => {
    await readAll({ keyId: story.key.id }, 5);
    expect((await readPage({ keyId: story.key.id }, member)).items).toEqual([]);
    const own = await createKeyAs(member, { name: 'Own' });
    await callOnce('/v1/call-list', { key: own.key });
    expect(await readAll({}, 1, member)).toMatchObject([{ keyId: own.id, status: 403 }]);
  });

  it('refuses filters that are none', async () => {
    for (const query of [
      'status=5xx',
      'route=GET /v1/nothing',
      'requestId=" or organizationId like /./',
      'keyId=x',
      'after=yesterday',
      'limit=101',
      'reason=nonsense',
      'path=" or organizationId like /./',
      'address=" or organizationId like /./',
    ]) {
      expectProblem(await admin(`/requests?${encodeURI(query)}`, { as: adminUser }), 400, 'invalid-request');
    }
  });
});

describeAdmin('GET /usage', () => {
  it('counts each key by outcome and problem, and all keys together', async () => {
    await readAll({ keyId: story.key.id }, 5);
    await expect
      .poll(async () => (await readPage({ keyId: flooded.id, status: '429', limit: '100' })).items.length)
      .toBe(throttled);
    const usage = bodyOf<UsageDocument>(await admin('/usage?days=1&limit=25', { as: adminUser }), 200);
    const countsOf = (id: string) => usage.items.find(({ keyId }) => keyId === id)?.days[0]?.counts;
    expect(throttled).toBeGreaterThan(0);
    expect(countsOf(flooded.id)).toEqual({
      succeeded: FLOOD - throttled,
      refused: throttled,
      failed: 0,
      refusals: [{ problemType: problemType('rate-limit-exceeded'), requests: throttled }],
    });
    expect(countsOf(story.key.id)).toMatchObject({
      succeeded: 1,
      refused: 4,
      failed: 0,
      refusals: expect.arrayContaining([
        { problemType: problemType('forbidden'), requests: 2 },
        { problemType: problemType('invalid-request'), requests: 1 },
        { problemType: problemType('unauthorized'), requests: 1 },
      ]),
    });
    expect(countsOf(revokedKey.id)).toMatchObject({ succeeded: 0, refused: 1 });
    // A member may have added a request meanwhile.
    expect(usage.total[0]?.counts).toMatchObject({ succeeded: FLOOD - throttled + 1, failed: 0 });
    expect(usage.total[0]?.counts?.refusals).toContainEqual({
      problemType: problemType('unauthorized'),
      requests: 2,
    });
  });

  it('orders all keys by their requests, not those of a page', async () => {
    const requestsOf = ({ items }: UsageDocument): number => {
      const counts = items[0]?.days[0]?.counts;
      return counts == null ? Number.NaN : counts.succeeded + counts.refused + counts.failed;
    };
    const seen: number[] = [];
    const ids = new Set<string>();
    let query = 'days=1&sort=-requests&limit=1';
    for (;;) {
      const page = bodyOf<UsageDocument>(await admin(`/usage?${query}`, { as: adminUser }), 200);
      seen.push(requestsOf(page));
      ids.add(page.items[0]?.keyId ?? '');
      if (page.nextCursor === undefined) {
        expect(ids.size).toBe(page.totalCount);
        break;
      }
      query = `days=1&sort=-requests&limit=1&cursor=${page.nextCursor}`;
    }
    expect(seen[0]).toBe(FLOOD);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  });

  it('tells rotated keys apart, which share a quota', async () => {
    const old = await createKeyAs(adminUser, { name: 'Rotated', permissions: ['call-list:read'] });
    const rotation = await admin(`/api-keys/${old.id}/rotate`, {
      as: adminUser,
      method: 'POST',
      body: { graceSeconds: 60 },
    });
    const successor = bodyOf<KeyDocument>(rotation, 201);
    await callOnce('/v1/call-list', { key: old.key });
    for (const _ of [1, 2]) await callOnce('/v1/person', { key: successor.key });
    await readAll({ keyId: old.id }, 1);
    await readAll({ keyId: successor.id }, 2);
    const usage = bodyOf<UsageDocument>(await admin('/usage?days=1', { as: adminUser }), 200);
    const [first, second] = usage.items;
    expect(first).toMatchObject({
      keyId: successor.id,
      hint: successor.hint,
      rotatedTo: null,
      days: [{ metered: 1, counts: { succeeded: 0, refused: 2 } }],
    });
    expect(second).toMatchObject({
      keyId: old.id,
      hint: old.hint,
      rotatedTo: successor.id,
      days: [{ metered: null, counts: { succeeded: 1, refused: 0 } }],
    });
  });

  it('counts nothing for another organization', async () => {
    const usage = bodyOf<UsageDocument>(await admin('/usage?days=1', { as: stranger }), 200);
    expect(usage.total).toMatchObject([{ counts: { succeeded: 0, refused: 0, failed: 0 } }]);
    expect(usage.items).toEqual([]);
  });
});
