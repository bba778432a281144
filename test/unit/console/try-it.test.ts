import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand } from '../../../console/parts/curl-command.ts';
import { addressOf, requestOf } from '../../../console/views/keys/try-it/tried-values.ts';
import { tryRequestBody } from '../../../shared/operations/admin-api/try-request-body.ts';

const ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';

describe('a tried request', () => {
  it('sends only the parameters of the operation', () => {
    const query = { limit: ' 5 ', sort: 'createdAt', include: '' };
    expect(requestOf({ operation: 'getCallList', id: ` ${ID}\n`, query }, ' key ')).toEqual({
      operation: 'getCallList',
      id: ID,
      query: { limit: '5' },
      apiKey: 'key',
    });
    const list = requestOf({ operation: 'listCallLists', id: ID, query }, 'key');
    expect(list).toEqual({
      operation: 'listCallLists',
      query: { limit: '5', sort: 'createdAt' },
      apiKey: 'key',
    });
    expect(tryRequestBody.safeParse(list).success).toBe(true);
  });

  it('shows the URL that the service requests', () => {
    const base = 'https://api.example/stage';
    expect(addressOf(base, { operation: 'getPerson', id: '', query: {} })).toBe(`${base}/v1/person/{id}`);
    expect(addressOf(base, { operation: 'getPerson', id: 'a/b?c', query: { limit: '1' } })).toBe(
      `${base}/v1/person/a%2Fb%3Fc`,
    );
    const query = { createdAfter: '2026-01-31T09:30:00+01:00' };
    expect(addressOf(base, { operation: 'listCallLists', id: '', query })).toBe(
      `${base}/v1/call-list?createdAfter=2026-01-31T09%3A30%3A00%2B01%3A00`,
    );
  });
});

describe('the curl command', () => {
  it('quotes arguments for the shell, whatever the key contains', () => {
    const key = 'a\'b$(id) "c\\';
    const url = "https://api.example/v1/person/it's";
    const echo = curlCommand(url, key).replace(/^curl/, 'printf "%s\\n"');
    expect(execFileSync('sh', ['-c', echo], { encoding: 'utf8' })).toBe(
      `-s\n-H\nX-Api-Key: ${key}\n${url}\n`,
    );
  });
});
