import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createSalesDataClient,
  type Download,
  type DownloadedFile,
  ExportError,
} from '../../../../clients/typescript/src/index.ts';
import { EXAMPLE_EXPORT, EXAMPLE_QUEUED_EXPORT } from '../../../../shared/contract/exports/examples.ts';

type ExportBody = typeof EXAMPLE_EXPORT;

const BUCKET = 'https://bucket.example.com';
const NEW = { resource: 'person', format: 'jsonl' } as const;
const RUNNING: ExportBody = { ...EXAMPLE_QUEUED_EXPORT, state: 'running' };

const completedWith = (...contents: readonly string[]): ExportBody => ({
  ...EXAMPLE_EXPORT,
  files: contents.map((content, index) => ({
    url: `${BUCKET}/${index}?X-Amz-Signature=secret`,
    name: `people-${index + 1}.jsonl`,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    recordCount: 1,
  })),
});

interface Fake {
  /** What `POST` returns, and then each `GET`; the last one repeats. */
  readonly states: readonly [ExportBody, ...ExportBody[]];
  readonly fileOf?: (path: string) => Response;
}

/** A client of an API with one export, and of a bucket with its files. */
const createFake = ({ states, fileOf = () => new Response('') }: Fake) => {
  const requests: Request[] = [];
  const times: number[] = [];
  let answers = 0;
  const client = createSalesDataClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'sd_live_test',
    retries: { longestWait: 0.01 },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      requests.push(request);
      times.push(Date.now());
      if (request.url.startsWith(BUCKET)) return fileOf(new URL(request.url).pathname);
      const state = states[Math.min(answers++, states.length - 1)] ?? states[0];
      return Response.json(state, { status: request.method === 'POST' ? 202 : 200 });
    },
  });
  return { client, requests, times };
};

const collect = async ({ files }: Download): Promise<readonly DownloadedFile[]> => {
  const collected: DownloadedFile[] = [];
  for await (const file of files) collected.push(file);
  return collected;
};

const brokenResponse = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('broken')) }));

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => void vi.useRealTimers());

describe('createExport', () => {
  it('sends a random `Idempotency-Key`, and the same with each retry', async () => {
    const keys: (string | null)[] = [];
    const client = createSalesDataClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'sd_live_test',
      retries: { longestWait: 0.01 },
      fetch: async (input, init) => {
        const { headers } = new Request(input, init);
        keys.push(headers.get('Idempotency-Key'));
        return keys.length === 1
          ? new Response(null, { status: 502 })
          : Response.json(RUNNING, { status: 202 });
      },
    });
    await client.createExport(NEW);
    await client.createExport(NEW);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('sends the body as JSON, with the given `Idempotency-Key`', async () => {
    const { client, requests } = createFake({ states: [EXAMPLE_QUEUED_EXPORT] });
    expect(await client.createExport(NEW, { idempotencyKey: 'nightly' })).toEqual(EXAMPLE_QUEUED_EXPORT);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', url: 'https://api.example.com/v1/export' });
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      'idempotency-key': 'nightly',
      'x-api-key': 'sd_live_test',
    });
    expect(await requests[0]?.json()).toEqual(NEW);
  });
});

describe('download', () => {
  it('yields each file, and the cursor at which the feed continues', async () => {
    const contents = ['{"id":1}\n', 'é'.repeat(100_000), ''];
    const { client } = createFake({
      states: [completedWith(...contents)],
      fileOf: (path) => new Response(contents[Number(path.slice(1))]),
    });
    const download = await client.download(NEW);
    expect(download.eventCursor).toBe(EXAMPLE_EXPORT.eventCursor);
    expect(download.export.id).toBe(EXAMPLE_EXPORT.id);
    const files = await collect(download);
    expect(files.map(({ name }) => name)).toEqual(['people-1.jsonl', 'people-2.jsonl', 'people-3.jsonl']);
    expect(files.map(({ content }) => new TextDecoder().decode(content))).toEqual(contents);
  });

  it('polls with growing delays until the export has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { client, times } = createFake({
      states: [EXAMPLE_QUEUED_EXPORT, ...Array<ExportBody>(12).fill(RUNNING), completedWith()],
    });
    const download = client.download(NEW);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await collect(await download)).toEqual([]);
    const delays = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000);
    expect(delays).toHaveLength(13);
    for (const [index, delay] of delays.entries()) {
      const expected = Math.min(1.5 ** index, 30);
      expect(delay).toBeGreaterThanOrEqual(Math.floor(expected * 1_000) / 1_000);
      expect(delay).toBeLessThanOrEqual(expected * 1.1 + 0.001);
    }
  });

  it('accepts the id of an existing export', async () => {
    const { client, requests } = createFake({ states: [completedWith()] });
    await client.download(EXAMPLE_EXPORT.id);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET https://api.example.com/v1/export/${EXAMPLE_EXPORT.id}`,
    ]);
  });

  it('requests files without the API key, at a URL just read', async () => {
    const fresh = completedWith('a');
    const stale = { ...fresh, files: fresh.files.map((file) => ({ ...file, url: `${BUCKET}/stale` })) };
    const { client, requests } = createFake({ states: [stale, fresh], fileOf: () => new Response('a') });
    expect(await collect(await client.download(NEW))).toHaveLength(1);
    const [file, ...others] = requests.filter(({ url }) => url.startsWith(BUCKET));
    expect(others).toEqual([]);
    expect(file?.url).toBe(fresh.files[0]?.url);
    expect([...(file?.headers ?? [])]).toEqual([]);
  });

  it('downloads a file once the one before is consumed', async () => {
    const { client, requests } = createFake({
      states: [completedWith('a', 'a')],
      fileOf: () => new Response('a'),
    });
    const { files } = await client.download(NEW);
    expect(requests).toHaveLength(1);
    await files.next();
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['a 503', () => new Response(null, { status: 503 })],
    ['a connection that breaks within the file', brokenResponse],
  ])('downloads a file again after %s', async (_, broken) => {
    const answers = [broken(), new Response('abc')];
    const { client } = createFake({
      states: [completedWith('abc')],
      fileOf: () => answers.shift() ?? new Response(null, { status: 404 }),
    });
    expect(await collect(await client.download(NEW))).toHaveLength(1);
  });

  it.each([
    ['failed', 'The export has more than 1,000 files.', 'has failed: The export has more than 1,000 files.'],
    ['expired', null, 'has expired: Start another export.'],
    ['expired', 'A person was erased.', 'has expired: A person was erased.'],
  ] as const)('throws for an export that has %s, with its problem %s', async (state, problem, message) => {
    const { client } = createFake({ states: [{ ...EXAMPLE_QUEUED_EXPORT, state, problem }] });
    const error = await failureOf(client.download(NEW));
    expect(error).toBeInstanceOf(ExportError);
    expect(error).toMatchObject({
      message: `The export ${EXAMPLE_EXPORT.id} ${message}`,
      export: { state, problem },
    });
  });

  it('throws if the files are deleted before they are downloaded', async () => {
    const deleted: ExportBody = { ...EXAMPLE_QUEUED_EXPORT, state: 'expired' };
    const { client } = createFake({ states: [completedWith('a'), deleted] });
    await expect(collect(await client.download(NEW))).rejects.toThrow('has expired');
  });

  it.each([
    ['is too short', 'ab', 'it has 2 bytes instead of 3'],
    ['is too long', 'abcd', 'it has 4 bytes instead of 3'],
    ['has other bytes', 'abd', 'its SHA-256 differs'],
  ])('throws for a file that %s', async (_, content, detail) => {
    const { client } = createFake({
      states: [completedWith('abc')],
      fileOf: () => new Response(content),
    });
    const message = `The file people-1.jsonl of the export ${EXAMPLE_EXPORT.id} is damaged: ${detail}.`;
    await expect(collect(await client.download(NEW))).rejects.toThrow(message);
  });

  it('throws for a file that the bucket refuses, without its URL', async () => {
    const { client } = createFake({
      states: [completedWith('abc')],
      fileOf: () => new Response('<Error/>', { status: 403 }),
    });
    const error = await failureOf(client.download(NEW).then(collect));
    expect(error).toBeInstanceOf(ExportError);
    expect(String(error)).toContain(`${BUCKET} responded with status 403.`);
    expect(String(error)).not.toContain('secret');
  });

  it('ends with the reason of the signal, while it waits and while it downloads', async () => {
    const waiting = createFake({ states: [EXAMPLE_QUEUED_EXPORT] });
    const aborted = new AbortController();
    const download = failureOf(waiting.client.download(NEW, { signal: aborted.signal }));
    await vi.waitUntil(() => waiting.requests.length === 1);
    aborted.abort(new Error('stop'));
    expect(await download).toEqual(new Error('stop'));

    const signals = new AbortController();
    const { client } = createFake({
      states: [completedWith('abc')],
      fileOf: () => {
        signals.abort(new Error('stop'));
        return brokenResponse();
      },
    });
    const { files } = await client.download(NEW, { signal: signals.signal });
    expect(await failureOf(files.next())).toEqual(new Error('stop'));
  });

  it('allows a file more time than an attempt, as long as it makes progress', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const state = completedWith('abcdef');
    const client = createSalesDataClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'sd_live_test',
      timeoutSeconds: 0.8,
      retries: { attempts: 1 },
      fetch: async (input, init) => {
        const { url, signal } = new Request(input, init);
        if (!url.startsWith(BUCKET)) return Response.json(state);
        const parts = [...'abcdef'].map((part) => new TextEncoder().encode(part));
        const slow = new ReadableStream({
          pull(controller) {
            vi.advanceTimersByTime(200);
            const part = parts.shift();
            if (signal.aborted) controller.error(signal.reason);
            else if (part === undefined) controller.close();
            else controller.enqueue(part);
          },
        });
        return new Response(slow);
      },
    });
    const [file] = await collect(await client.download(NEW));
    expect(new TextDecoder().decode(file?.content)).toBe('abcdef');
  });
});

describe('exports', () => {
  it('yields the exports of all pages', async () => {
    const urls: string[] = [];
    const client = createSalesDataClient({
      baseUrl: 'https://api.example.com',
      apiKey: 'sd_live_test',
      fetch: async (input) => {
        urls.push(String(input));
        const next = urls.length === 1 ? { nextCursor: 'c1' } : {};
        return Response.json({ items: [EXAMPLE_EXPORT], ...next });
      },
    });
    const ids: string[] = [];
    for await (const { id } of client.exports({ limit: 1 })) ids.push(id);
    expect(ids).toEqual([EXAMPLE_EXPORT.id, EXAMPLE_EXPORT.id]);
    expect(urls).toEqual([
      'https://api.example.com/v1/export?limit=1',
      'https://api.example.com/v1/export?limit=1&cursor=c1',
    ]);
  });
});
