import { expect, it } from 'vitest';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import type { TryRequestResult } from '../../../shared/contract/keys/try-request-result.ts';
import { send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  bodyOf,
  createKeyAs,
  describeAdmin,
  type KeyDocument,
} from '../../support/organizations/admin.ts';
import { at, call, service } from '../../support/service/service.ts';

const { admin: adminUser, member, data } = service.first;
const { id: personId } = at(data.people, 0);

/** Another address of this machine than the one its functions send from. Others than Linux need an alias. */
const OTHER = '127.0.0.2';
const itWithOther = it.skipIf(process.platform !== 'linux');

const patch = (id: string, allowedAddresses: unknown, as = adminUser) =>
  admin(`/api-keys/${id}`, { as, method: 'PATCH', body: { allowedAddresses } });

const limited = (allowedAddresses: readonly string[] | null, permissions = ['person:read']) =>
  createKeyAs(adminUser, { allowedAddresses, permissions });

describeAdmin('a key with allowed addresses', () => {
  it('refuses a key from other addresses, and applies changes to the next request', async () => {
    const { id, key } = await limited(['203.0.113.0/24', '2001:db8::1']);
    for (const path of [`/v1/person/${personId}`, '/v1/key', '/v1/company']) {
      const refused = expectProblem(await call(path, { key }), 403, 'address-not-allowed');
      expect(refused.addresses).toEqual(['127.0.0.1']);
      expect(refused.detail).toMatch(/must not be used from 127\.0\.0\.1\. .* allow this one\.$/);
    }
    const changed = bodyOf<KeyDocument>(await patch(id, ['::ffff:127.0.0.1', '127.0.0.1']));
    expect(changed).toMatchObject({ allowedAddresses: ['127.0.0.1/32'] });
    expect((await call(`/v1/person/${personId}`, { key })).status).toBe(200);
    expect(await call('/v1/key', { key })).toMatchObject({ json: { allowedAddresses: ['127.0.0.1/32'] } });
    expectProblem(await call('/v1/company', { key }), 403, 'forbidden');
    bodyOf(await patch(id, ['192.0.2.0/24']));
    expectProblem(await call(`/v1/person/${personId}`, { key }), 403, 'address-not-allowed');
    bodyOf(await patch(id, null));
    expect(await call('/v1/key', { key })).toMatchObject({ status: 200, json: { allowedAddresses: null } });
  });

  it('ignores address headers of the client', async () => {
    const { key } = await limited(['203.0.113.0/24']);
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Caller-Address']) {
      const response = await call('/v1/key', { key, headers: { [name]: '203.0.113.7' } });
      expectProblem(response, 403, 'address-not-allowed');
    }
  });

  it('names each invalid entry, and the allowed number of entries', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `192.0.2.${index}`);
    for (const [allowedAddresses, errors] of [
      [
        ['192.0.2.1', '192.0.2.7/24', 'example.com'],
        [
          {
            parameter: 'allowedAddresses.1',
            detail: expect.stringContaining('is "192.0.2.7/24", which has bits after its prefix'),
          },
          { parameter: 'allowedAddresses.2', detail: expect.stringContaining('is "example.com", which') },
        ],
      ],
      [many, [{ parameter: 'allowedAddresses', detail: expect.stringContaining('1 to 20') }]],
      [[], [{ parameter: 'allowedAddresses', detail: expect.stringContaining('1 to 20') }]],
      ['192.0.2.1', [{ parameter: 'allowedAddresses', detail: expect.stringContaining('a list') }]],
    ] as const) {
      const body = { name: 'x', allowedAddresses };
      const response = await admin('/api-keys', { as: adminUser, method: 'POST', body });
      expect(expectProblem(response, 400, 'invalid-request').errors).toEqual(errors);
    }
    const twenty = many.slice(0, 20);
    expect((await limited(twenty)).allowedAddresses).toEqual(twenty.map((each) => `${each}/32`));
  });

  it('lets members set allowed addresses, but not remove them', async () => {
    const made = await createKeyAs(member, { allowedAddresses: ['192.0.2.0/24'] });
    expectProblem(await patch(made.id, null, member), 403, 'forbidden');
    expectProblem(await call('/v1/key', { key: made.key }), 403, 'address-not-allowed');
  });

  it('keeps allowed addresses in a rotation, and audits their changes', async () => {
    const { id } = await limited(['192.0.2.0/24']);
    const body = { graceSeconds: 60 };
    const rotated = bodyOf<KeyDocument>(
      await admin(`/api-keys/${id}/rotate`, { as: adminUser, method: 'POST', body }),
      201,
    );
    expect(rotated.allowedAddresses).toEqual(['192.0.2.0/24']);
    expectProblem(await call('/v1/key', { key: rotated.key }), 403, 'address-not-allowed');
    bodyOf(await patch(rotated.id, ['127.0.0.1']));
    expect((await call('/v1/key', { key: rotated.key })).status).toBe(200);
    const log = bodyOf<{ items: { action: string }[] }>(
      await admin(`/audit-log?targetId=${rotated.id}`, { as: adminUser }),
    );
    expect(log.items.find(({ action }) => action === 'api_key.updated')).toMatchObject({
      details: {
        before: { allowedAddresses: ['192.0.2.0/24'] },
        after: { allowedAddresses: ['127.0.0.1/32'] },
      },
    });
  });
});

/** What an agent gets that calls a tool from one address of this machine. */
const askFrom = async (localAddress: string, key: string): Promise<{ status: number; text: string }> =>
  send(service.baseUrl + MCP_ROUTE.path, {
    method: 'POST',
    localAddress,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-Api-Key': key },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'describe_key', arguments: {} },
    }),
  });

describeAdmin('functions that call the data API', () => {
  itWithOther('use a key as allowed to the agent that they serve', async () => {
    const { id, key } = await limited([OTHER]);
    expect((await call('/v1/key', { key })).status).toBe(403);
    expect((await call('/v1/key', { key, localAddress: OTHER })).status).toBe(200);
    const answer = await askFrom(OTHER, key);
    expect(answer.status, answer.text).toBe(200);
    expect(JSON.parse(answer.text).result.isError, answer.text).not.toBe(true);
    expect(answer.text).toContain(id);
    expect(answer.text).not.toContain(`${OTHER};`);
    const elsewhere = await askFrom('127.0.0.1', key);
    expect([elsewhere.status, JSON.parse(elsewhere.text)]).toMatchObject([403, { addresses: ['127.0.0.1'] }]);
  });

  itWithOther('use it as allowed to the browser that tries a request', async () => {
    const { key } = await limited([OTHER]);
    const tryFrom = async (localAddress: string) => {
      const body = { operation: 'getPerson', id: personId, apiKey: key };
      const options = { as: adminUser, method: 'POST', body, localAddress };
      return bodyOf<TryRequestResult>(await admin('/try-requests', options));
    };
    expect(await tryFrom(OTHER)).toMatchObject({ status: 200 });
    const refused = await tryFrom('127.0.0.1');
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([403, { addresses: ['127.0.0.1'] }]);
  });
});
