import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCloudWatchLogs } from '../../../../infra/local/cloudwatch-logs/cloudwatch-logs.ts';
import { createLogSearch } from '../../../../shared/keys/requests/cloudwatch-logs.ts';
import { LogSearchBusyError, LogSearchTimeoutError } from '../../../../shared/keys/requests/log-search.ts';

const CALLER = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
const NOON = Date.parse('2026-01-31T12:00:00.000Z');

const directory = mkdtempSync(join(tmpdir(), 'logs-'));
const write = (name: string, lines: readonly (object | string)[]): string => {
  const path = join(directory, name);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(path, texts.map((text) => `${text}\n`).join(''));
  return path;
};

const access = write('access.log', [
  'no JSON',
  '{"organizationId":"a"}',
  { time: String(NOON), organizationId: 'a', status: '200', n: '9' },
  { time: String(NOON + 1_000), organizationId: 'b', status: '404', n: '10' },
  { time: String(NOON + 2_000), organizationId: 'a', status: '404', n: '11' },
]);
write('access.log.1', [{ time: String(NOON - 1_000), organizationId: 'a', status: '503', n: '2' }]);
const functions = write('functions.log', [
  { timestamp: new Date(NOON).toISOString(), functionName: 'One', message: { id: 'x', list: { length: 2 } } },
  { timestamp: new Date(NOON).toISOString(), functionName: 'Other', message: { id: 'x' } },
]);

let logs: Awaited<ReturnType<typeof startCloudWatchLogs>>;
let client: CloudWatchLogsClient;
const errors: unknown[] = [];

beforeAll(async () => {
  logs = await startCloudWatchLogs({
    groups: new Map([
      ['access', { path: access }],
      ['one', { path: functions, functionNames: new Set(['One']) }],
    ]),
    ...CALLER,
    onError: (error) => errors.push(error),
  });
  client = new CloudWatchLogsClient({ endpoint: logs.endpoint, ...CALLER, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await logs.stop();
  expect(errors).toEqual([]);
});

const search = (text: string, groups = ['access'], from = NOON - 60_000, to = NOON + 60_000) =>
  createLogSearch(client, 5_000)({ groups, text, from, to });

describe('the local CloudWatch Logs', () => {
  it('filters, sorts and limits lines, also those of the older part of a log', async () => {
    const rows = await search('filter organizationId = "a" | fields n, status | sort n desc | limit 2');
    expect(rows).toEqual([
      { n: '11', status: '404' },
      { n: '9', status: '200' },
    ]);
    const failed = 'filter organizationId = "a" and (status like /^5/ or n > "10") | fields n | sort n desc';
    expect(await search(failed)).toEqual([{ n: '11' }, { n: '2' }]);
    expect(await search('filter n in ["9", "10"] and n < "10" | fields n')).toEqual([{ n: '9' }]);
    expect(await search('filter n != "9" and status like "0" | fields n | sort n desc')).toEqual([
      { n: '11' },
      { n: '10' },
      { n: '2' },
    ]);
  });

  it('counts lines per day and field', async () => {
    const rows = await search(
      'filter organizationId = "a" | stats count(*) as lines by status, bin(1d) | limit 9',
    );
    const day = { 'bin(1d)': '2026-01-31 00:00:00.000' };
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({ status: '503', lines: '1', ...day });
    const hours = await search('filter organizationId = "a" | stats count(*) as lines by bin(1h) | limit 9');
    expect(hours).toContainEqual({ lines: '2', 'bin(1h)': '2026-01-31 12:00:00.000' });
  });

  it('searches the range, in whole seconds', async () => {
    const query = 'filter n > "0" | fields n | sort n desc';
    expect(await search(query, ['access'], NOON, NOON + 1_000)).toEqual([{ n: '10' }, { n: '9' }]);
  });

  it('flattens lines of functions, and separates those of a log group', async () => {
    expect(
      await search('filter message.id = "x" | fields functionName, message.list.length', ['one']),
    ).toEqual([{ functionName: 'One', 'message.list.length': '2' }]);
  });

  it.each([
    ['display n', 'MalformedQueryException'],
    ['filter n ~ "1"', 'MalformedQueryException'],
    ['filter n = "1" n', 'MalformedQueryException'],
    ['filter n = "a\\""', 'MalformedQueryException'],
    ['filter (n = "1"', 'MalformedQueryException'],
  ])('refuses %s, instead of reading it differently', async (text, name) => {
    await expect(search(text)).rejects.toMatchObject({ name });
  });

  it('refuses an unknown log group, an unknown query and another signature', async () => {
    await expect(search('fields n', ['others'])).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const unknown = new GetQueryResultsCommand({ queryId: 'unknown' });
    await expect(client.send(unknown)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const others = { accessKeyId: 'local', secretAccessKey: 'other' };
    const stranger = new CloudWatchLogsClient({ endpoint: logs.endpoint, ...CALLER, credentials: others });
    const query = { logGroupNames: ['access'], queryString: 'fields n', startTime: 0, endTime: 1 };
    await expect(stranger.send(new StartQueryCommand(query))).rejects.toThrow();
    stranger.destroy();
  });
});

/** A client that answers each call by its name, and what it was asked. */
const createFakeClient = (answers: Readonly<Record<string, () => object>>) => {
  const calls: string[] = [];
  const fake = Object.assign(new CloudWatchLogsClient(CALLER), {
    send: async (command: object) => {
      const { name } = command.constructor;
      calls.push(name);
      return answers[name]?.() ?? {};
    },
  });
  return { client: fake, calls };
};

const QUERY = { groups: ['access'], text: 'fields n', from: 0, to: 1 };

const failure = (name: string, message = ''): (() => never) => {
  return () => {
    throw Object.assign(new Error(message), { name });
  };
};

describe('a search', () => {
  it('reports that it is busy while CloudWatch runs its maximum of searches, or throttles', async () => {
    for (const name of ['LimitExceededException', 'ThrottlingException']) {
      const { client: busy } = createFakeClient({ StartQueryCommand: failure(name) });
      await expect(createLogSearch(busy, 100)(QUERY), name).rejects.toThrow(LogSearchBusyError);
    }
  });

  it('finds nothing before the log groups were created', async () => {
    const message = 'Query’s end date and time is either before the log groups creation time or exceeds …';
    const { client: young } = createFakeClient({
      StartQueryCommand: failure('MalformedQueryException', message),
    });
    expect(await createLogSearch(young, 100)(QUERY)).toEqual([]);
    const { client: other } = createFakeClient({
      StartQueryCommand: failure('MalformedQueryException', 'no'),
    });
    await expect(createLogSearch(other, 100)(QUERY)).rejects.toThrow('no');
  });

  it('stops a search that takes too long, because it costs', async () => {
    const { client: slow, calls } = createFakeClient({
      StartQueryCommand: () => ({ queryId: 'q' }),
      GetQueryResultsCommand: () => ({ status: 'Running', results: [] }),
    });
    await expect(createLogSearch(slow, 150)(QUERY)).rejects.toThrow(LogSearchTimeoutError);
    expect(calls.at(-1)).toBe('StopQueryCommand');
  });

  it('keeps polling a throttled result, and fails with the search', async () => {
    let throttled = 1;
    const { client: eager } = createFakeClient({
      StartQueryCommand: () => ({ queryId: 'q' }),
      GetQueryResultsCommand: () => {
        if (throttled-- > 0) failure('ThrottlingException')();
        return { status: 'Complete', results: [[{ field: 'n', value: '1' }, { field: '@ptr' }]] };
      },
    });
    expect(await createLogSearch(eager, 5_000)(QUERY)).toEqual([{ n: '1' }]);
    const { client: failed } = createFakeClient({
      StartQueryCommand: () => ({ queryId: 'q' }),
      GetQueryResultsCommand: () => ({ status: 'Failed' }),
    });
    await expect(createLogSearch(failed, 5_000)(QUERY)).rejects.toThrow('status Failed');
  });
});
