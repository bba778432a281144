import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import middy from '@middy/core';
import { describe, expect, inject, it, vi } from 'vitest';
import { identifyKey } from '../../../functions/http/data-api.ts';
import { requestLog } from '../../../functions/http/request-log.ts';
import { stageConfig } from '../../../infra/config.ts';
import { buildFunctions } from '../../bench/functions/built-functions.ts';
import { LOG_BYTES_PER_REQUEST } from '../../bench/support/log-bytes.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const page = (name: string): string => readFileSync(join(ROOT, 'infra', 'docs', name), 'utf8');
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * CloudWatch bills 26 bytes of overhead per log event
 * (https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html).
 */
const LOG_EVENT_BYTES = 26;

/** The length of the line that a function logs for a get by id, in Lambda's JSON log format. */
const functionLineBytes = async (): Promise<number> => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const event = proxyEvent({ organizationId: randomUUID(), resource: '/v1/person/{id}', id: randomUUID() });
  Object.assign(event.requestContext, { requestId: randomUUID() });
  Object.assign(event.requestContext.authorizer ?? {}, { keyId: randomUUID() });
  const handler = middy(async () => ({ statusCode: 200, body: '' })).use(requestLog(identifyKey));
  await handler(event, lambdaContext());
  const [[message] = []] = info.mock.calls;
  info.mockRestore();
  const line = { timestamp: new Date().toISOString(), level: 'INFO', requestId: randomUUID(), message };
  return Buffer.byteLength(JSON.stringify(line)) + 1;
};

describe('the documents', () => {
  it('state how many bytes a request logs', async () => {
    const { accessLogBytes } = buildFunctions({ directory: inject('assembly') });
    const bytes = accessLogBytes + (await functionLineBytes()) + 2 * LOG_EVENT_BYTES;
    expect(Math.round(bytes / 10) * 10).toBe(LOG_BYTES_PER_REQUEST);
    const logs = (LOG_BYTES_PER_REQUEST / 1_000) * 0.5;
    expect(page('runbook/costs.md')).toMatch(
      new RegExp(`1 M × ${LOG_BYTES_PER_REQUEST} B .* \\| ${logs.toFixed(2)} \\|`),
    );
    expect(page('scale.md')).toContain(`CloudWatch Logs, ${LOG_BYTES_PER_REQUEST} bytes per request`);
  });

  it('state the sum of the costs of a million reads, and of a key per day', () => {
    const [table = ''] = page('runbook/costs.md').split('**sum**');
    const costs = [...table.matchAll(/\| ([\d.]+) \|$/gm)].map(([, dollars]) => Number(dollars));
    const sum = costs.reduce((total, each) => total + each, 0).toFixed(2);
    expect(page('runbook/costs.md')).toContain(`| **sum** | | **${sum}** |`);
    const configure = page('runbook/configure.md');
    expect(configure).toContain(`US$${sum} per million`);
    const perDay = (requests: number): string => ((Number(sum) * requests) / 1e6).toFixed(2);
    expect(configure).toContain(`daily quota of 100,000 requests | US$${perDay(100_000)} |`);
    expect(configure).toContain(`2,000,000 requests | US$${perDay(2_000_000)} |`);
  });

  it('state what concurrency production reserves', () => {
    const [, section = ''] = page('runbook/configure.md').split('\n## Concurrency\n');
    const [reserved = ''] = section.split('\n## ');
    const rows = [...reserved.matchAll(/^\| `([\w-]+)` \| (\d+) \|/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]);
    expect(Object.fromEntries(rows)).toEqual(stageConfig('production').reservedConcurrency);
    const sum = rows.reduce((total, [, value]) => total + Number(value), 0);
    expect(reserved).toContain(`share the rest, ${1_000 - sum} of 1,000`);
  });

  it('state how many organizations of each plan a method serves', () => {
    const { throttles, usagePlans } = stageConfig('production');
    const fitting = (perKey: (plan: { readonly rate: number; readonly dailyQuota: number }) => number) =>
      ['standard', 'high-volume'].map((name) => {
        const plan = usagePlans[name];
        if (plan === undefined) throw new Error(`There is no plan ${name}.`);
        return Math.floor(throttles.dataApi.rate / perKey(plan));
      });
    const rows = [
      ['evenly over the day', fitting(({ dailyQuota }) => dailyQuota / 86_400)],
      ['within the same 8 hours', fitting(({ dailyQuota }) => dailyQuota / (8 * 3_600))],
      ['at its full rate, all in the same second', fitting(({ rate }) => rate)],
    ] as const;
    for (const [when, [standard, highVolume]] of rows) {
      expect(page('scale.md')).toContain(`| ${when} | ${standard} | ${highVolume} |`);
    }
    expect(page('scale.md')).toContain(`serves ${throttles.dataApi.rate} requests/s for all customers`);
  });

  it('state how many queues Lambda polls', () => {
    const mappings = resourcesOf<{ readonly ScalingConfig?: object }>(
      synthesize('production'),
      'AWS::Lambda::EventSourceMapping',
    );
    const queues = [...mappings.values()].filter(({ Properties }) => Properties.ScalingConfig !== undefined);
    expect(page('runbook/costs.md')).toContain(`polling of the ${NUMBERS[queues.length]} queues`);
  });

  it('link settings that exist', () => {
    const config = readFileSync(join(ROOT, 'infra', 'config.ts'), 'utf8');
    const [, body = ''] = /export interface StageConfig \{\n(.*?)\n\}\n/s.exec(config) ?? [];
    const settings = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)];
    const [table = ''] = page('runbook/configure.md').split('\n## ');
    const listed = [...table.matchAll(/^\| \[(.*?)\]/gm)].flatMap(
      ([, text = '']) => text.match(/\w+/g) ?? [],
    );
    expect(listed.length).toBeGreaterThan(10);
    expect(listed).toEqual(listed.filter((name) => settings.some(([, setting]) => setting === name)));
  });
});
