import { z } from 'zod';
import { RATE_LIMIT_POLICY_HEADER } from '../../../shared/contract/keys/rate-limit-policy.ts';
import { RESPONSE_BODIES } from '../../../shared/contract/response-bodies.ts';
import { type Answer, type Api, bodyOf, expectStatus, expectThat } from './api.ts';
import type { RunCheck } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';
import { SAMPLE_IDS } from './sample-records.ts';

const PERSON_PATH = `/v1/person/${SAMPLE_IDS.person}`;
const LIST_PATH = `/v1/call-list/${SAMPLE_IDS.callList}?include=person,company`;

const problemSchema = z.looseObject({
  status: z.int(),
  detail: z.string(),
  requestId: z.string(),
  missingPermissions: z.array(z.string()).optional(),
});

const expectHeader = ({ headers, status }: Answer, name: string): void =>
  expectThat((headers.get(name) ?? '') !== '', `the ${status} has no ${name} header`);

/** What everyone may request, and what is refused without credentials. */
export const checkPublicPaths = async (run: RunCheck, { dataApi, adminApi }: VerifiedService) => {
  await run('data API: serves its OpenAPI document', [], async () =>
    bodyOf(await dataApi()('/v1/openapi.json'), z.looseObject({ openapi: z.string() })),
  );
  await run('data API: refuses a request without a key', [], async () => {
    const answer = await dataApi()(PERSON_PATH);
    bodyOf(answer, problemSchema, 401);
    expectHeader(answer, 'WWW-Authenticate');
  });
  await run('admin API: refuses a request without a token', [], async () =>
    bodyOf(await adminApi()('/api-keys'), problemSchema, 401),
  );
  await run('console: serves its page', [], async () => expectStatus(await adminApi()('/console'), 200));
  await run('console: serves a download as binary', [], async () => {
    const answer = await adminApi()('/console/docs/sales-data-client.tgz');
    expectStatus(answer, 200);
    // The first byte of gzip; Base64 of it is text.
    expectThat(answer.text.startsWith('\u001f'), `it starts with: ${answer.text.slice(0, 10)}`);
  });
  await run('admin API: answers 405 to an unsupported method', [], async () =>
    expectStatus(await adminApi()('/console', { method: 'POST', body: {} }), 405),
  );
};

/** Reads with a key that may read people and companies, but not call lists. */
export const checkReads = async (run: RunCheck, api: Api | undefined, records: true | undefined) => {
  await run('data API: accepts the new key', [api, records], async (get) =>
    bodyOf(await get(PERSON_PATH), RESPONSE_BODIES.PersonWithCallability),
  );
  await run('data API: describes the key', [api], async (get) => {
    const { organization } = bodyOf(await get('/v1/key'), RESPONSE_BODIES.Key);
    expectThat(organization.name !== null, 'the organization has no name');
  });
  await run('data API: returns a company', [api, records], async (get) =>
    bodyOf(await get(`/v1/company/${SAMPLE_IDS.company}`), RESPONSE_BODIES.Company),
  );
  const unchanged = await run('data API: answers 304 to a matching ETag', [api, records], async (get) => {
    const etag = (await get(PERSON_PATH)).headers.get('ETag') ?? '';
    const answer = await get(PERSON_PATH, { headers: { 'If-None-Match': etag } });
    expectStatus(answer, 304);
    return answer;
  });
  await run('data API: sends no Content-Type with the 304', [unchanged], async ({ headers }) => {
    const mediaType = headers.get('Content-Type');
    expectThat(mediaType === null, `the Content-Type is ${mediaType}`);
  });
  await run(`data API: sends ${RATE_LIMIT_POLICY_HEADER}`, [api, records], async (get) =>
    expectHeader(await get(PERSON_PATH), RATE_LIMIT_POLICY_HEADER),
  );
  const denied = await run('data API: refuses a call list without the permission', [api], async (get) => {
    const answer = await get(LIST_PATH);
    expectStatus(answer, 403);
    return answer;
  });
  await run('data API: names the missing permission in the 403', [denied], async (answer) => {
    const { detail, missingPermissions } = bodyOf(answer, problemSchema, 403);
    expectThat(detail.includes('call-list:read'), `the detail is: ${detail}`);
    expectThat(missingPermissions?.join() === 'call-list:read', `it lists: ${missingPermissions?.join()}`);
  });
  await run(`data API: sends ${RATE_LIMIT_POLICY_HEADER} with the 403`, [denied], async (answer) =>
    expectHeader(answer, RATE_LIMIT_POLICY_HEADER),
  );
};

/** Reads with a key that may also read call lists. */
export const checkCallLists = async (
  run: RunCheck,
  api: Api | undefined,
  granted: true | undefined,
  records: true | undefined,
) => {
  await run(
    'data API: returns a call list as soon as it is permitted',
    [api, granted, records],
    async (get) => {
      const { entryCount, entries } = bodyOf(await get(LIST_PATH), RESPONSE_BODIES.CallListWithEntries);
      expectThat(entryCount === 1, `entryCount is ${entryCount} instead of 1`);
      expectThat(entries[0]?.person?.id === SAMPLE_IDS.person, 'the entry does not include its person');
    },
  );
  await run('data API: counts call lists exactly', [api, granted, records], async (get) => {
    const { totalCount } = bodyOf(await get('/v1/call-list'), RESPONSE_BODIES.CallListPage);
    expectThat(totalCount === 1, `totalCount is ${totalCount} instead of 1`);
  });
};
