import { request } from 'node:https';
import { GetStageCommand, GetUsagePlanCommand } from '@aws-sdk/client-api-gateway';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { ADMIN_RESPONSE_BODIES } from '../../../shared/contract/admin-response-bodies.ts';
import { RATE_LIMIT_POLICY_HEADER } from '../../../shared/contract/keys/rate-limit-policy.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { type Api, bodyOf, expectStatus, expectThat, waitFor } from './api.ts';
import type { RunCheck } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';

/** More than any burst that lets a key of the plan `standard` pass: it refills with ten a second. */
const REQUESTS_AT_ONCE = 60;

/** An address of the internet that takes no connection: API Gateway listens on port 443 alone. */
const hangingUrl = (apiUrl: string): string => {
  const url = new URL(apiUrl);
  return `https://${url.hostname}:8443/`;
};

/** `fetch` joins the values of a header, so this sends one header for each. */
const statusWithTwoKeys = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { 'X-Api-Key': ['sd_live_one', 'sd_live_two'] } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

/** What AWS's documents leave open, and the service relies on: requests without credentials. */
export const checkGateway = async (run: RunCheck, { apiUrl, dataApi }: VerifiedService): Promise<void> => {
  await run('API Gateway: takes the method from X-HTTP-Method-Override', [], async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    expectStatus(await dataApi()('/v1/openapi.json', { headers }), 405);
  });
  if (apiUrl.startsWith('https:')) {
    await run('API Gateway: refuses two keys', [], async () => {
      const status = await statusWithTwoKeys(`${apiUrl}/v1/key`);
      expectThat(status === 401, `${status} instead of 401`);
    });
  }
};

/** Exceeds the limit of a key. */
export const checkThrottling = (run: RunCheck, api: Api | undefined) =>
  run(`data API: sends ${RATE_LIMIT_POLICY_HEADER} with the 429`, [api], async (get) => {
    const calls = Array.from({ length: REQUESTS_AT_ONCE }, () => get('/v1/key', { isRepeated: false }));
    const throttled = (await Promise.all(calls)).filter(({ status }) => status === 429);
    expectThat(throttled.length > 0, `no 429 of ${REQUESTS_AT_ONCE} concurrent requests`);
    const policies = throttled.filter(({ headers }) => (headers.get(RATE_LIMIT_POLICY_HEADER) ?? '') !== '');
    expectThat(policies.length > 0, 'the 429 has no such header');
  });

/** CloudFormation does not wait until DynamoDB has filled a new index. */
export const checkIndexes = (run: RunCheck, { dynamodb, tableName }: VerifiedService) =>
  run('table: has filled all its indexes', [], async () => {
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: tableName }));
    const indexes = Table?.GlobalSecondaryIndexes ?? [];
    const unfilled = indexes.filter(({ IndexStatus }) => IndexStatus !== 'ACTIVE');
    const states = unfilled.map(({ IndexName, IndexStatus }) => `${IndexName} is ${IndexStatus}`);
    expectThat(states.length === 0, states.join(', '));
  });

const stageSchema = z.looseObject({
  apiStages: z.array(z.looseObject({ apiId: z.string(), stage: z.string() })),
});

/** AWS may refuse an update of very many method settings, without a documented number. */
export const checkMethodSettings = async (
  run: RunCheck,
  { apiGateway, usagePlanId }: VerifiedService,
): Promise<void> => {
  // The local API Gateway reads the settings from the template.
  if (apiGateway === undefined) return;
  await run('API Gateway: has its own limit for each method', [], async () => {
    const plan = await apiGateway.send(new GetUsagePlanCommand({ usagePlanId }));
    const [place] = stageSchema.parse(plan).apiStages;
    expectThat(place !== undefined, 'the usage plan has no stage');
    const stage = { restApiId: place?.apiId, stageName: place?.stage };
    const { methodSettings = {} } = await apiGateway.send(new GetStageCommand(stage));
    const missing = Object.values(ROUTES)
      .map(({ method, path }) =>
        `${path.slice(1)}/${method}`.replaceAll('/', '~1').replace(/~1(\w+)$/, '/$1'),
      )
      .filter((name) => methodSettings[name]?.throttlingRateLimit === undefined);
    expectThat(missing.length === 0, `none for ${missing.join(', ')}`);
  });
};

/** Beyond this, a delivery waited for another one's endpoint. Attempts end after 15 seconds. */
const PROMPT_MILLISECONDS = 2_000;

/**
 * Sends test events to an endpoint that hangs and to another one at once, and then one more to the other: it
 * must not wait for the attempt that hangs, although both were in one batch.
 */
export const checkIsolation = (
  run: RunCheck,
  { apiUrl, receiver }: VerifiedService,
  admin: Api | undefined,
  signal: AbortSignal,
) =>
  run('webhooks: an endpoint that hangs delays no other one', [admin], async (call) => {
    const register = async (url: string): Promise<string> => {
      const body = { url, eventTypes: ['call_list.locked'] };
      const answer = await call('/webhook-endpoints', { method: 'POST', body });
      return bodyOf(answer, ADMIN_RESPONSE_BODIES.IssuedWebhookEndpoint, 201).id;
    };
    const test = async (id: string): Promise<string> => {
      const answer = await call(`/webhook-endpoints/${id}/test`, { method: 'POST' });
      return bodyOf(answer, z.looseObject({ id: z.string() }), 202).id;
    };
    const attempted = (id: string, seconds: number) =>
      waitFor(
        async () => {
          const { attempts } = bodyOf(
            await call(`/deliveries/${id}`),
            ADMIN_RESPONSE_BODIES.DeliveryWithPayload,
          );
          return attempts[0];
        },
        { seconds, waitedFor: 'attempt', signal },
      );
    const prompt = await register(receiver.url);
    const hanging = receiver.isReachable ? await register(hangingUrl(apiUrl)) : undefined;
    const [, first] = await Promise.all([hanging && test(hanging), test(prompt)]);
    await attempted(first, 60);
    const second = await test(prompt);
    const sentAt = Date.now();
    const { at } = await attempted(second, 60);
    const waited = Date.parse(at) - sentAt;
    expectThat(
      waited < PROMPT_MILLISECONDS,
      `it was attempted after ${waited} ms, not within ${PROMPT_MILLISECONDS}: ` +
        'set `firstAttemptBatchSize: 1` for the stage in infra/config.ts, and deploy',
    );
    for (const id of [prompt, hanging]) {
      if (id !== undefined) await call(`/webhook-endpoints/${id}`, { method: 'DELETE' });
    }
  });
