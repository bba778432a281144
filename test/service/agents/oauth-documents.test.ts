import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { REDIRECT_URI } from '../../support/agents/app-request.ts';
import { exchange, grantedCode, listedApp, REQUEST, statusOf } from '../../support/agents/oauth-flow.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { admin, bodyOf, describeAdmin, newOrganization } from '../../support/organizations/admin.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';

const { admin: user } = await newOrganization();

describeAdmin('an app whose client id is the address of a document', () => {
  let server: Receiver;
  let id = '';
  let requested = '';
  let document: Readonly<Record<string, unknown>> = {};

  beforeAll(async () => {
    server = await startReceiver(({ incoming }, response) => {
      requested = incoming.url ?? '';
      response.end(JSON.stringify(document));
    });
    // Of all addresses inside, only this machine's are allowed, and only here.
    id = `http://localhost:${server.port}/client.json`;
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    document = { client_id: id, client_name: 'Documented', redirect_uris: [REDIRECT_URI] };
  });

  const ask = () =>
    admin(`/app-requests?${new URLSearchParams({ ...REQUEST, client_id: id })}`, { as: user });

  it('is connected without registration, and shown with the host that vouches for it', async () => {
    const { client } = bodyOf<{ client: object }>(await ask());
    expect(client).toEqual({ id, name: 'Documented', host: `localhost:${server.port}` });
    expect(requested).toBe('/client.json');
    const code = await grantedCode(user, ['person:read'], { client_id: id });
    const { access_token } = bodyOf<{ access_token: string }>(await exchange(code, { client_id: id }));
    expect(await statusOf(access_token)).toBe(200);
    const keyId = (code.split('_')[2] ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect(await listedApp(user, keyId)).toMatchObject({
      kind: 'app',
      client: { id, name: 'Documented', endsAt: null },
    });
  });

  it('gets no tokens for the code of another app', async () => {
    const code = await grantedCode(user, [], { client_id: id });
    const refused = await exchange(code);
    expect([refused.status, refused.json]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  it('is refused once its document no longer lists the redirect URI, or is another app’s', async () => {
    document = { ...document, redirect_uris: ['https://agent.example/other'] };
    expectProblem(await ask(), 400, 'invalid-request');
    document = { ...document, redirect_uris: [REDIRECT_URI], client_id: `${id}x` };
    expectProblem(await ask(), 400, 'invalid-request');
  });
});
