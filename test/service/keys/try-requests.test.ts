import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TryRequestResult } from '../../../shared/contract/keys/try-request-result.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin } from '../../support/organizations/admin.ts';
import { at, callOnce, service } from '../../support/service/service.ts';

const { key, data } = service.first;
const person = at(data.people, 0).id;
const company = at(data.companies, 0).id;
const callList = at(data.callLists, 0).id;

const post = (body: unknown, as: typeof service.first.admin | null = service.first.admin) =>
  admin('/try-requests', { as, method: 'POST', body });

const tried = async (body: unknown, as = service.first.admin): Promise<TryRequestResult> =>
  bodyOf<TryRequestResult>(await post(body, as));

describeAdmin('trying a request', () => {
  it.each([
    ['getPerson', { id: person }, `/v1/person/${person}`],
    ['getCompany', { id: company }, `/v1/company/${company}`],
    ['getKey', {}, '/v1/key'],
    ['listCallLists', { query: { limit: '2', sort: 'createdAt' } }, '/v1/call-list?limit=2&sort=createdAt'],
    ['getCallList', { id: callList, query: { limit: '1' } }, `/v1/call-list/${callList}?limit=1`],
  ])('%s returns the response of the data API', async (operation, target, path) => {
    const direct = await callOnce(path);
    for (const as of [service.first.admin, service.first.member]) {
      const result = await tried({ operation, ...target, apiKey: key }, as);
      expect(result).toMatchObject({ status: 200, isTruncated: false });
      expect(JSON.parse(result.body)).toEqual({
        ...JSON.parse(direct.text),
        ...(operation === 'listCallLists' && { nextCursor: expect.any(String) }),
      });
      expect(result.headers).toMatchObject({ etag: direct.headers['etag'] });
      expect(result.milliseconds).toBeGreaterThanOrEqual(0);
    }
  });

  it('returns errors like any other response', async () => {
    const wrongKey = await tried({ operation: 'getPerson', id: person, apiKey: 'sd_live_wrong' });
    expect(wrongKey.status).toBe(401);
    expect(JSON.parse(wrongKey.body)).toMatchObject({ type: 'urn:sales-data:problem:unauthorized' });
    const wrongValue = await tried({ operation: 'listCallLists', query: { limit: 'many' }, apiKey: key });
    expect(wrongValue.status).toBe(400);
    const missing = await tried({ operation: 'getPerson', id: company, apiKey: key });
    expect(missing.status).toBe(404);
  });

  it('rejects other operations and anonymous callers', async () => {
    const rejected = await post({ operation: 'deleteEverything', apiKey: key });
    expect(expectProblem(rejected, 400, 'invalid-request').errors).toEqual([
      { parameter: 'operation', detail: expect.stringContaining('getCallList') },
    ]);
    expectProblem(await post({ operation: 'listCallLists', apiKey: key }, null), 401, 'unauthorized');
  });

  it('keeps the key out of the logs', async () => {
    const marked = `sd_live_marked-${'0123456789'.repeat(4)}`;
    await tried({ operation: 'listCallLists', apiKey: marked });
    await post({ operation: marked, apiKey: marked });
    await post({ operation: 'listCallLists', apiKey: `${marked} ` });
    const folder = join(service.toolEnvironment['DATA_DIR'] ?? '', 'logs');
    const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(logs.join('')).toContain('POST /try-requests');
    expect(logs.join('')).not.toContain(marked);
  });
});
