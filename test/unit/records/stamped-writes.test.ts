import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import { type EngineProxy, startEngineProxy } from '../../support/engine/engine-proxy.ts';
import { useEngine } from '../../support/engine/use-engine.ts';

const engine = useEngine();
let proxy: EngineProxy;
beforeEach(async () => {
  proxy = await startEngineProxy(engine.endpoint);
});
afterEach(() => proxy.stop());

const STAMP_MILLISECONDS = 1_000;

/** Clients that wait longer than a stamp is good for. */
const clients = () => {
  const region = 'eu-central-1';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const patience = { attempts: 10, requestTimeout: 300_000 };
  return {
    sdk: createDocumentClientWrites(
      createDocumentClient({ endpoint: proxy.url, region, credentials, ...patience }),
    ),
    signed: createSignedWrites({
      environment: { endpoint: new URL(proxy.url), region, credentials },
      ...patience,
    }),
  };
};

/** The time in the body of a write. */
const atOf = (body = ''): string | undefined => /"at":{"S":"([^"]+)"/.exec(body)?.[1];

const writer = (client: 'sdk' | 'signed') =>
  createWriter(clients()[client], engine.tableName, { stampMilliseconds: STAMP_MILLISECONDS });

describe.each(['sdk', 'signed'] as const)('a writer with the client %s', (name) => {
  it('stamps a write again if no attempt stored it in time', async () => {
    let isFirst = true;
    proxy.failWhen(() => {
      const fault = isFirst ? 'hang' : undefined;
      isFirst = false;
      return fault;
    });
    const stamps: string[] = [];
    const key = { pk: 'STAMPED', sk: name };
    const isStored = await writer(name).transact((now) => {
      stamps.push(now.toISOString());
      return [{ put: { Item: { ...key, at: now.toISOString() } } }];
    });
    expect(isStored).toBe(true);
    const stored = await engine.table.reader.get(key, { consistentRead: true });
    expect(stored?.['at']).toBe(stamps.at(-1));
    expect(stamps.length).toBeGreaterThan(1);
  });

  it('reports success if the response to a successful attempt was lost', async () => {
    const { transactWriteItems, ...others } = clients()[name];
    let answered = 0;
    const losesAnswer: typeof transactWriteItems = async (input, options) => {
      await transactWriteItems(input, options);
      if (answered++ === 0) throw new DOMException('The stamp became too old.', 'AbortError');
    };
    const transact = (key: object) =>
      createWriter({ ...others, transactWriteItems: losesAnswer }, engine.tableName).transact((now) => [
        { put: { Item: { ...key, at: now.toISOString() }, ConditionExpression: 'attribute_not_exists(pk)' } },
      ]);
    const key = { pk: 'LOST', sk: name };
    expect(await transact(key)).toBe(true);
    const stored = await engine.table.reader.get(key, { consistentRead: true });
    expect(await transact(key)).toBe(false);
    expect(await engine.table.reader.get(key, { consistentRead: true })).toEqual(stored);
  });

  it('waits longer for a write without a stamp', async () => {
    proxy.failWhen(() => ({ delayMilliseconds: 1.5 * STAMP_MILLISECONDS }));
    expect(await writer(name).transact([{ put: { Item: { pk: 'UNSTAMPED', sk: name } } }])).toBe(true);
    expect(proxy.takeCalls()).toHaveLength(1);
  });
});

describe('a writer of the functions', () => {
  it('never sends a stamp that became too old while the thread was blocked', async () => {
    let end = 0;
    proxy.failWhen(() => {
      if (end !== 0) return undefined;
      end = performance.now() + 2 * STAMP_MILLISECONDS;
      // Before the retry, which waits for 50 ms: every wait is as long as it may be.
      setTimeout(() => {
        while (performance.now() < end);
      }, 10);
      return 'server-error';
    });
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    onTestFinished(() => void vi.restoreAllMocks());
    const key = { pk: 'STOOD STILL', sk: 'signed' };
    const stored = await writer('signed').transact((now) => [
      { put: { Item: { ...key, at: now.toISOString() } } },
    ]);
    expect(stored).toBe(true);
    const [first, ...retries] = proxy.takeCalls();
    expect(retries.length).toBeGreaterThan(0);
    for (const { body } of retries) expect(atOf(body)).not.toBe(atOf(first?.body));
  });
});
