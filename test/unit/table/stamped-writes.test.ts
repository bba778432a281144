import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import { type EngineProxy, startEngineProxy } from '../../support/engine-proxy.ts';
import { useEngine } from '../../support/use-engine.ts';

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

describe.each(['sdk', 'signed'] as const)('a writer with the client %s', (name) => {
  const writer = () =>
    createWriter(clients()[name], engine.tableName, { stampMilliseconds: STAMP_MILLISECONDS });

  it('stamps a write again that no attempt could store in time', async () => {
    let isFirst = true;
    proxy.failWhen(() => {
      const fault = isFirst ? 'hang' : undefined;
      isFirst = false;
      return fault;
    });
    const stamps: string[] = [];
    const key = { pk: 'STAMPED', sk: name };
    const isStored = await writer().transact((now) => {
      stamps.push(now.toISOString());
      return [{ put: { Item: { ...key, at: now.toISOString() } } }];
    });
    expect(isStored).toBe(true);
    const stored = await engine.table.reader.get(key, { consistentRead: true });
    expect(stored?.['at']).toBe(stamps.at(-1));
    expect(stamps.length).toBeGreaterThan(1);
  });

  it('waits longer for a write without a stamp', async () => {
    proxy.failWhen(() => ({ delayMilliseconds: 1.5 * STAMP_MILLISECONDS }));
    expect(await writer().transact([{ put: { Item: { pk: 'UNSTAMPED', sk: name } } }])).toBe(true);
    expect(proxy.takeCalls()).toHaveLength(1);
  });
});
