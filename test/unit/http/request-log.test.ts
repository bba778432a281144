import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemResponses } from '../../../functions/http/problem-responses.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { invalidRequest, ProblemError } from '../../../shared/contract/problems.ts';
import { eventually } from '../../support/eventually.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const lines: { level: string; line: Record<string, unknown> }[] = [];
const { info, error } = console;
beforeEach(() => {
  lines.length = 0;
  console.info = (line) => lines.push({ level: 'info', line });
  console.error = (line) => lines.push({ level: 'error', line });
});
afterEach(() => Object.assign(console, { info, error }));

const SECRET = 'sd_live_0123';

/** Sends a request with secrets in headers, query and body; `answer` returns the response. */
const request = (answer: () => Promise<APIGatewayProxyResult>) => {
  const event = {
    ...proxyEvent({ organizationId: 'o', resource: '/v1/person/{id}' }),
    headers: { 'X-Api-Key': SECRET },
    multiValueHeaders: { 'X-Api-Key': [SECRET] },
    queryStringParameters: { cursor: SECRET },
    body: SECRET,
  };
  const handler = middy((_: APIGatewayProxyEvent) => answer())
    .use(requestLog(() => ({ organizationId: 'o', keyId: 'k' })))
    .use(problemResponses());
  return handler(event, lambdaContext());
};

const ok = { statusCode: 200, body: '{}' };

describe('the log line of a request', () => {
  it('contains caller, route, status and duration', async () => {
    await request(async () => {
      const end = Date.now() + 30;
      await eventually(() => Date.now() >= end);
      return ok;
    });
    expect(lines).toEqual([
      {
        level: 'info',
        line: {
          requestId: expect.stringMatching(/./),
          organizationId: 'o',
          keyId: 'k',
          route: expect.stringMatching(/^GET \//),
          status: 200,
          milliseconds: expect.any(Number),
        },
      },
    ]);
    expect(lines[0]?.line['milliseconds']).toBeGreaterThanOrEqual(30);
  });

  it('names the problem of a client error, and contains the causes of an internal error', async () => {
    await request(() => Promise.reject(new ProblemError('not-found', 'There is none.')));
    await request(() => Promise.reject(new Error('outer', { cause: new TypeError('inner') })));
    expect(lines).toMatchObject([
      { level: 'info', line: { status: 404, problem: 'not-found', milliseconds: expect.any(Number) } },
      { level: 'error', line: { status: 500, error: { message: 'outer', cause: { message: 'inner' } } } },
    ]);
    expect(lines).toHaveLength(2);
  });

  it('names parameters and fields as the API has them, and hides others', async () => {
    const names = ['limit', 'settings.mapping[0].toField', SECRET, 'nora@nowhere.example', '+12025550143'];
    const errors = names.map((parameter) => ({ parameter, detail: 'is unknown' }));
    await request(() => Promise.reject(invalidRequest(errors)));
    expect(lines[0]?.line['invalidParameters']).toBe('limit,settings.mapping[0].toField,*,*,*');
  });

  it('contains nothing from headers, query or body', async () => {
    await request(async () => ok);
    await request(() => Promise.reject(new ProblemError('not-found', 'There is none.')));
    await request(() => Promise.reject(new Error('ours')));
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });
});
