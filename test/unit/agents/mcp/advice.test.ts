import { describe, expect, it } from 'vitest';
import { adviceFor, ask } from '../../../support/agents/mcp.ts';
import { connect, problem } from './connect.ts';

const adviceOn = async (response: () => Response | Promise<Response>, timeLimit?: number) => {
  const { client, errors } = await connect(response, timeLimit === undefined ? {} : { timeLimit });
  return { advice: await adviceFor(client, 'find_people'), errors };
};

describe('a failed call', () => {
  it.each([
    ['unauthorized', {}, /invalid, expired or revoked.*ask the user for a new key/],
    ['forbidden', {}, /A detail\. Do not retry: tell the user/],
    ['not-found', {}, /Check the id/],
    ['cursor-expired', {}, /later `since`/],
    ['rate-limit-exceeded', { 'Retry-After': '1' }, /Call again in 1 second,/],
    ['rate-limit-exceeded', {}, /Call again later,/],
    ['quota-exceeded', { 'Retry-After': '3600' }, /midnight UTC, in 3600 seconds/],
    ['service-unavailable', { 'Retry-After': '5' }, /Call again in 5 seconds/],
    ['internal-error', {}, /request-1/],
  ] as const)('explains what to do after %s %j', async (name, headers, advice) => {
    const outcome = await adviceOn(() => problem(name, headers));
    expect(outcome.advice).toMatch(advice);
    expect(outcome.errors).toEqual([]);
  });

  it('names each invalid input as the tool does', async () => {
    const errors = [
      { parameter: 'id', detail: 'must be UUIDs' },
      { parameter: 'cursor', detail: 'is forged' },
    ];
    const { advice } = await adviceOn(() => problem('invalid-request', {}, { errors }));
    expect(advice).toBe('Invalid input: `ids` must be UUIDs; `cursor` is forged. Correct it and call again.');
  });

  it('suggests to check the address after a response of something else', async () => {
    const { advice } = await adviceOn(() => new Response('<html>', { status: 502 }));
    expect(advice).toMatch(/status 502.*check the address/);
  });

  it('reports an unreachable service after a network error', async () => {
    const { advice } = await adviceOn(() => Promise.reject(new TypeError('fetch failed')));
    expect(advice).toMatch(/unreachable/);
  });

  it('reports a time limit, and suggests a smaller `limit`', async () => {
    const { client } = await connect(
      (_path, _query, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      { timeLimit: 10 },
    );
    expect(await adviceFor(client, 'find_people')).toMatch(/too long.*smaller `limit`/);
  });

  it('reports a defect without revealing it', async () => {
    const defect = new Error('secret');
    const { advice, errors } = await adviceOn(() => Promise.reject(defect));
    expect(advice).toBe('An internal error occurred. Tell the user.');
    expect(errors).toEqual([defect]);
  });
});

describe('a response that asks for a retry', () => {
  it('retries after a short wait', async () => {
    let responses = 0;
    const { client, requests } = await connect(() => {
      responses++;
      return responses === 1
        ? problem('service-unavailable', { 'Retry-After': '0' })
        : { totalCount: 0, items: [] };
    });
    expect(await ask(client, 'find_people')).toEqual({ totalCount: 0, items: [] });
    expect(requests).toHaveLength(2);
  });

  it('does not retry after a long wait', async () => {
    const { client, requests } = await connect(() => problem('rate-limit-exceeded', { 'Retry-After': '1' }));
    await adviceFor(client, 'find_people');
    expect(requests).toHaveLength(1);
  });
});

it('follows no redirect, which would send the key to another server', async () => {
  const modes: string[] = [];
  const { client } = await connect((_path, _query, { redirect }) => {
    modes.push(redirect);
    return new Response(null, { status: 302, headers: { Location: 'https://evil.example/' } });
  });
  expect(await adviceFor(client, 'find_people')).toMatch(/status 302/);
  expect(modes).toEqual(['manual']);
});
