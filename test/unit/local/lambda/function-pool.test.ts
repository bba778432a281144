import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FunctionDefinition } from '../../../../infra/local/lambda/function-definition.ts';
import { createFunctionPools, type FunctionPool } from '../../../../infra/local/lambda/function-pool.ts';
import { type LogFile, openLogFile } from '../../../../infra/local/process/log-file.ts';

let pool: FunctionPool | undefined;
/** Shares its workers' maximum. */
let other: FunctionPool | undefined;
let log: LogFile | undefined;
let losses: string[] = [];
/** The threads that were started: each reads its environment. */
let threads = 0;

afterEach(async () => {
  vi.useRealTimers();
  await pool?.stop();
  await other?.stop();
  log?.close();
  losses = [];
  threads = 0;
});

/** A function whose handler has the given body. */
const start = (
  body: string,
  options: {
    maxWorkers?: number;
    concurrency?: number;
    maxWarm?: number;
    idleMilliseconds?: number;
    timeout?: number;
    top?: string;
    givesWay?: boolean;
    log?: string;
  } = {},
): FunctionPool => {
  const folder = mkdtempSync(join(tmpdir(), 'function-'));
  const file = join(folder, 'index.cjs');
  writeFileSync(file, `${options.top ?? ''}\nexports.handler = async (event, context) => { ${body} };`);
  const definition: FunctionDefinition = {
    name: 'tested',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:tested',
    file,
    handler: 'handler',
    timeoutMilliseconds: options.timeout ?? 60_000,
    memoryMegabytes: 128,
    environment: () => {
      threads += 1;
      return { OWN: 'yes' };
    },
  };
  log = openLogFile(options.log ?? join(folder, 'functions.log'), (error) => losses.push(error.message));
  const { maxWorkers = 4, concurrency = 1, givesWay = false } = options;
  const { maxWarm = 32, idleMilliseconds = 60_000 } = options;
  const createPool = createFunctionPools(log, { maxWarm, idleMilliseconds });
  pool = createPool(definition, { maxWorkers, concurrency, givesWay });
  other = createPool({ ...definition });
  return pool;
};

const logged = (): Record<string, unknown>[] =>
  readFileSync(log?.path ?? '', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const payloadOf = async (result: ReturnType<FunctionPool['invoke']>): Promise<unknown> => {
  const settled = await result;
  return 'payload' in settled ? JSON.parse(settled.payload) : settled;
};

/** The pool's clock: its threads have one of their own. */
const OWN_TIME: Parameters<typeof vi.useFakeTimers>[0] = {
  toFake: ['setTimeout', 'clearTimeout', 'performance'],
};

/** Blocks the thread without using CPU time. */
const BLOCK = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

describe('a function pool', () => {
  it.runIf(process.platform === 'linux' && getPriority() < 19).each([true, false])(
    'runs at a lower priority if it yields to requests: %s',
    async (givesWay) => {
      const { invoke } = start("return require('node:os').getPriority();", { givesWay });
      const priority = await payloadOf(invoke('id', '{}'));
      expect(Number(priority) > getPriority()).toBe(givesWay);
    },
  );

  it.runIf(process.platform === 'linux' && getPriority() < 19)(
    'runs late events, and those that follow, in threads that do not yield',
    async () => {
      const options = { givesWay: true, maxWorkers: 1, idleMilliseconds: 200 };
      const { invoke } = start("return require('node:os').getPriority();", options);
      const yields = async (isLate: boolean) =>
        Number(await payloadOf(invoke('id', '{}', isLate))) > getPriority();
      expect(await yields(false)).toBe(true);
      expect(await yields(true)).toBe(false);
      expect(await yields(false)).toBe(false);
      expect(threads).toBe(2);
      // Once they are idle, threads that yield follow.
      await expect.poll(() => yields(false), { interval: 1_000 }).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')('drops log lines on a full disk and reports the first', async () => {
    const { invoke } = start("console.log('one'); console.log('two'); return 'done';", { log: '/dev/full' });
    expect(await payloadOf(invoke('id-1', '{}'))).toBe('done');
    expect(await payloadOf(invoke('id-2', '{}'))).toBe('done');
    expect(losses).toEqual([expect.stringMatching(/^\/dev\/full loses lines: ENOSPC/)]);
  });

  it('gives the handler its event, its context and only its own environment', async () => {
    process.env['OF_THE_RUNNER'] = 'secret';
    start(
      'return { event, env: { ...process.env }, context: { ...context }, left: ' +
        'context.getRemainingTimeInMillis() };',
    );
    const result = await payloadOf(pool?.invoke('id-1', '{"a":1}') ?? Promise.reject());
    expect(result).toMatchObject({
      event: { a: 1 },
      env: { OWN: 'yes' },
      context: { awsRequestId: 'id-1', functionName: 'tested' },
    });
    expect(result).toHaveProperty('env', { OWN: 'yes' });
    expect((result as { left: number }).left).toBeGreaterThan(0);
    expect((result as { left: number }).left).toBeLessThanOrEqual(60_000);
  });

  it("bounds the memory of a worker, and shares the runner's compile cache", async () => {
    start(
      `return { ...require('node:worker_threads').resourceLimits, code: ` +
        `require('node:module').getCompileCacheDir() };`,
    );
    expect(await payloadOf(pool?.invoke('id', '{}') ?? Promise.reject())).toMatchObject({
      maxOldGenerationSizeMb: 128,
      maxYoungGenerationSizeMb: 12,
      code: expect.stringContaining('/node_modules/.cache/compiled/'),
    });
  });

  it('reports errors and keeps the worker', async () => {
    start(
      `globalThis.calls = (globalThis.calls ?? 0) + 1; if (event.fail) throw new RangeError('no'); ` +
        'return globalThis.calls;',
    );
    expect(await pool?.invoke('1', '{"fail":true}')).toEqual({
      error: { errorType: 'RangeError', errorMessage: 'no' },
    });
    expect(await pool?.invoke('2', '{}')).toEqual({ payload: '2' });
    expect(logged()).toMatchObject([
      { level: 'ERROR', requestId: '1', message: { errorType: 'RangeError', errorMessage: 'no' } },
    ]);
  });

  it('replaces a worker that times out', async () => {
    start(
      `globalThis.calls = (globalThis.calls ?? 0) + 1; if (event.block) ${BLOCK} return globalThis.calls;`,
      { timeout: 2_000 },
    );
    expect(await pool?.invoke('1', '{}')).toEqual({ payload: '1' });
    vi.useFakeTimers(OWN_TIME);
    const blocked = pool?.invoke('2', '{"block":true}');
    vi.advanceTimersByTime(2_000);
    expect(await blocked).toMatchObject({
      error: {
        errorType: 'Sandbox.Timedout',
        errorMessage: expect.stringContaining('timed out after 2.00 seconds'),
      },
    });
    expect(await pool?.invoke('3', '{}')).toEqual({ payload: '1' });
  });

  it.each([
    ['an exit', 'process.exit(3)', 'Runtime.ExitError'],
    [
      'an unhandled rejection',
      `Promise.reject(new TypeError('lost')); await new Promise(() => {})`,
      'TypeError',
    ],
    [
      'a throw out of nowhere',
      `setTimeout(() => { throw new TypeError('lost') }); await new Promise(() => {})`,
      'TypeError',
    ],
  ])('survives %s', async (_, body, errorType) => {
    start(`if (event.fail) { ${body} } return 'fine';`);
    expect(await pool?.invoke('1', '{"fail":true}')).toMatchObject({ error: { errorType } });
    expect(await pool?.invoke('2', '{}')).toEqual({ payload: '"fine"' });
  });

  it('fails each invocation of a function that does not load', async () => {
    start('return 1;', { top: `throw new SyntaxError('broken module');` });
    const results = await Promise.all(['1', '2', '3'].map((id) => pool?.invoke(id, '{}')));
    for (const result of results) expect(result).toMatchObject({ error: { errorMessage: 'broken module' } });
  });

  it('runs one invocation at a time in each worker, up to the maximum of workers', async () => {
    start(
      `globalThis.running = (globalThis.running ?? 0) + 1; const most = globalThis.running;
       await new Promise((resolve) => setTimeout(resolve, 50)); globalThis.running--; return \
[require('node:worker_threads').threadId, most];`,
      { maxWorkers: 3 },
    );
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, id) => payloadOf(pool?.invoke(String(id), '{}') ?? Promise.reject())),
    );
    expect(new Set(results.map((result) => (result as number[])[0])).size).toBe(3);
    expect(results.every((result) => (result as number[])[1] === 1)).toBe(true);
  });

  it('runs concurrent invocations in one worker, each with its own request id', async () => {
    start(
      `running++;
       while (running < 3) await new Promise((resolve) => setTimeout(resolve, 10));
       console.info(context.awsRequestId);
       return require('node:worker_threads').threadId;`,
      { concurrency: 3, top: 'let running = 0;' },
    );
    const ids = ['1', '2', '3'];
    const threads = await Promise.all(ids.map((id) => payloadOf(pool?.invoke(id, '{}') ?? Promise.reject())));
    expect(new Set(threads).size).toBe(1);
    const lines = logged().map(({ requestId, message }) => [requestId, message]);
    expect(lines.sort()).toEqual(ids.map((id) => [id, id]));
  });

  it('lets the other invocations of a worker end when one times out', async () => {
    const { invoke } = start(
      `while (!require('node:fs').existsSync(event.until)) await new Promise((resolve) => \
setTimeout(resolve, 10));
       return require('node:worker_threads').threadId;`,
      { maxWorkers: 1, concurrency: 2, timeout: 8_000 },
    );
    const until = join(mkdtempSync(join(tmpdir(), 'function-')), 'until');
    // The time limits below start at once in a worker that has loaded.
    await invoke('1', '{"until":"/"}');
    vi.useFakeTimers(OWN_TIME);
    const endless = invoke('2', '{"until":"/nowhere"}');
    vi.advanceTimersByTime(7_500);
    const other = payloadOf(invoke('3', JSON.stringify({ until })));
    vi.advanceTimersByTime(500);
    expect(await endless).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } });
    writeFileSync(until, '');
    const thread = await other;
    expect(thread).toEqual(expect.any(Number));
    expect(await payloadOf(invoke('4', JSON.stringify({ until })))).not.toBe(thread);
  });

  it('starts another worker while one is blocked', async () => {
    const { invoke } = start(`if (event.block) ${BLOCK} return 1;`, { concurrency: 2, timeout: 3_000 });
    await invoke('1', '{}');
    vi.useFakeTimers(OWN_TIME);
    const blocked = invoke('2', '{"block":true}');
    vi.advanceTimersByTime(1_500);
    expect(await invoke('3', '{}')).toEqual({ payload: '1' });
    expect(threads).toBe(2);
    vi.advanceTimersByTime(1_500);
    expect(await blocked).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } });
  });

  it('starts no thread before it is invoked', async () => {
    start('return 1;', { maxWorkers: 16 });
    expect(threads).toBe(0);
    for (let invocation = 1; invocation <= 3; invocation++) {
      expect(await payloadOf(other?.invoke('id', '{}') ?? Promise.reject())).toBe(1);
      // Of the other pool alone.
      expect(threads).toBe(1);
    }
    expect(await payloadOf(pool?.invoke('id', '{}') ?? Promise.reject())).toBe(1);
    expect(threads).toBe(2);
  });

  it('reuses the most recently used worker', async () => {
    start(
      'await new Promise((resolve) => setTimeout(resolve, event.wait)); ' +
        `return require('node:worker_threads').threadId;`,
    );
    const finished: unknown[] = [];
    const use = async (id: string) => finished.push(await pool?.invoke(id, '{"wait":1}'));
    await Promise.all(['1', '2'].map(use));
    const mostRecent = finished.at(-1);
    for (const id of ['3', '4']) expect(await pool?.invoke(id, '{"wait":1}')).toEqual(mostRecent);
  });

  it('ends workers beyond the shared maximum, and starts another one for the next invocation', async () => {
    start(
      'await new Promise((resolve) => setTimeout(resolve, 20)); return globalThis.calls = ' +
        '(globalThis.calls ?? 0) + 1;',
      { maxWarm: 1 },
    );
    const count = (id: string) => payloadOf(pool?.invoke(id, '{}') ?? Promise.reject());
    expect(await Promise.all(['1', '2', '3'].map(count))).toEqual([1, 1, 1]);
    expect((await Promise.all(['4', '5', '6'].map(count))).sort()).toEqual([1, 1, 2]);
  });

  it('ends the longest idle worker of any function beyond the shared maximum', async () => {
    start('return globalThis.calls = (globalThis.calls ?? 0) + 1;', { maxWarm: 2 });
    const count = (from: FunctionPool | undefined) => payloadOf(from?.invoke('id', '{}') ?? Promise.reject());
    expect([await count(pool), await count(other), await count(pool)]).toEqual([1, 1, 2]);
    await Promise.all([count(pool), count(pool)]);
    expect(await count(other)).toBe(1);
  });

  it('ends a worker that stays idle', async () => {
    start('return globalThis.calls = (globalThis.calls ?? 0) + 1;', { idleMilliseconds: 50 });
    vi.useFakeTimers(OWN_TIME);
    expect(await pool?.invoke('1', '{}')).toEqual({ payload: '1' });
    vi.advanceTimersByTime(50);
    expect(await pool?.invoke('2', '{}')).toEqual({ payload: '1' });
  });

  it('keeps a worker that is in use again after invocations that ended together', async () => {
    const { invoke } = start(
      'await new Promise((resolve) => setTimeout(resolve, 20)); return globalThis.calls = ' +
        '(globalThis.calls ?? 0) + 1;',
      { concurrency: 2, idleMilliseconds: 50 },
    );
    const run = () => payloadOf(invoke('id', '{}'));
    vi.useFakeTimers(OWN_TIME);
    expect((await Promise.all([run(), run()])).toSorted()).toEqual([1, 2]);
    const third = run();
    vi.advanceTimersByTime(50);
    expect(await third).toBe(3);
  });

  it('bounds responses at 6 MB of JSON', async () => {
    start(`return 'x'.repeat(event.size);`);
    expect(await pool?.invoke('1', '{"size":6291554}')).toHaveProperty('payload.length', 6_291_556);
    expect(await pool?.invoke('2', '{"size":6291555}')).toMatchObject({
      error: { errorType: 'Function.ResponseSizeTooLarge' },
    });
    expect(await pool?.invoke('3', '{"size":1}')).toEqual({ payload: '"x"' });
  });

  it('logs everything that the function writes in the JSON format of Lambda', async () => {
    start(
      `console.info({ a: 1 }); console.warn('b %d', 2); console.debug('dropped'); ` +
        `console.error(new Error('c')); process.stdout.write('raw\\n'); ` +
        'await new Promise((r) => setTimeout(r, 50));',
    );
    expect(await pool?.invoke('id-1', '{}')).toEqual({ payload: 'null' });
    await expect.poll(logged).toHaveLength(4);
    expect(logged()).toMatchObject([
      { level: 'INFO', functionName: 'tested', requestId: 'id-1', message: { a: 1 } },
      { level: 'WARN', message: 'b 2' },
      { level: 'ERROR', message: { errorType: 'Error', errorMessage: 'c' } },
      { level: 'INFO', message: 'raw' },
    ]);
  });
});
