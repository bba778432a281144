import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTableWriter } from '../../../shared/table/sdk/document-client-writer.ts';
import { type EngineProxy, startEngineProxy } from '../../support/engine-proxy.ts';
import { useEngine } from '../../support/use-engine.ts';

const engine = useEngine();
let proxy: EngineProxy;
beforeEach(async () => {
  proxy = await startEngineProxy(engine.endpoint);
});
afterEach(() => proxy.stop());

const STAMP_MILLISECONDS = 1_000;

const writer = () =>
  createTableWriter(
    createDocumentClient({
      endpoint: proxy.url,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      attempts: 10,
      requestTimeout: 300_000,
    }),
    engine.tableName,
    { stampMilliseconds: STAMP_MILLISECONDS },
  );

it('stamps a write again that no attempt could store in time', async () => {
  let isFirst = true;
  proxy.failWhen(() => {
    const fault = isFirst ? 'hang' : undefined;
    isFirst = false;
    return fault;
  });
  const stamps: string[] = [];
  const isStored = await writer().transact((now) => {
    stamps.push(now.toISOString());
    return [{ put: { Item: { pk: 'STAMPED', sk: 'AT', at: now.toISOString() } } }];
  });
  expect(isStored).toBe(true);
  const stored = await engine.table.reader.get({ pk: 'STAMPED', sk: 'AT' }, { consistentRead: true });
  expect(stored?.['at']).toBe(stamps.at(-1));
  expect(stamps.length).toBeGreaterThan(1);
});

it('waits longer for a write without a stamp', async () => {
  proxy.failWhen(() => ({ delayMilliseconds: 1.5 * STAMP_MILLISECONDS }));
  expect(await writer().transact([{ put: { Item: { pk: 'STAMPED', sk: 'NEVER' } } }])).toBe(true);
  expect(proxy.takeCalls()).toHaveLength(1);
});
