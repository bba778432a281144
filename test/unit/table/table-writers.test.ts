import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import type { DynamoDbWrites } from '../../../shared/table/dynamodb-calls.ts';
import { TableThrottledError, TableUnavailableError } from '../../../shared/table/reader.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import { type Answer, startDynamoDbServer } from '../../support/engine/dynamodb-server.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const region = 'eu-central-1';

const CLIENTS: Readonly<Record<string, (endpoint: string) => DynamoDbWrites>> = {
  sdk: (endpoint) => createDocumentClientWrites(createDocumentClient({ endpoint, region, credentials })),
  signed: (endpoint) =>
    createSignedWrites({ environment: { endpoint: new URL(endpoint), region, credentials } }),
};

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

const CREATED = { status: 200, body: '{}' };

const failure = (code: string, others: object = {}): Answer => ({
  status: 400,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: 'No.', ...others }),
});

const canceled = (...codes: readonly string[]): Answer =>
  failure('TransactionCanceledException', {
    CancellationReasons: codes.map((Code) => (Code === 'None' ? { Code } : { Code, Message: 'No.' })),
  });

/** Makes a write of an item with each answer in turn, and lists the bodies of the calls. */
const write = async (
  client: string,
  kind: 'put' | 'transact' | 'transact without retries',
  ...answers: readonly Answer[]
) => {
  const server = await startDynamoDbServer((_, number) => answers[number - 1] ?? CREATED);
  const writer = createWriter(CLIENTS[client]?.(server.endpoint) as DynamoDbWrites, 'table');
  const item = { pk: 'a', sk: 'b' };
  const result = await (kind === 'put'
    ? writer.put(item, undefined)
    : writer.transact([{ put: { Item: item } }], { retriesThrottling: kind === 'transact' })
  ).catch((error: unknown) => error);
  await server.stop();
  return { result, bodies: server.calls.map(({ body }) => JSON.parse(body)) };
};

describe.each(Object.keys(CLIENTS))('the %s client', (client) => {
  it('puts, updates and transacts on conditions', async () => {
    const { reader } = engine.table;
    const writer = createWriter(CLIENTS[client]?.(engine.endpoint) as DynamoDbWrites, engine.tableName);
    const key = { pk: `WRITES#${client}`, sk: 'x' };
    const read = async () => ({ ...(await reader.get(key, { consistentRead: true })) });
    const item = { ...key, version: 1, nested: { list: ['ä', 1.5, true, null, { deep: [] }] } };

    expect(await writer.put({ ...item, absent: undefined }, undefined)).toBe(true);
    expect(await read()).toEqual(item);
    expect(await writer.put(item, undefined)).toBe(false);
    expect(await writer.put({ ...item, version: 2 }, 1)).toBe(true);
    expect(await writer.put({ ...item, version: 3 }, 1)).toBe(false);

    const update = {
      Key: key,
      UpdateExpression: 'SET attempts = :added, gone = :none REMOVE nested',
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': 2, ':added': [{ at: 'now' }], ':none': null },
    };
    const updated = { ...key, version: 2, attempts: [{ at: 'now' }], gone: null };
    expect({ ...(await writer.update(update)) }).toEqual(updated);
    const values = { ...update.ExpressionAttributeValues, ':version': 1 };
    expect(await writer.update({ ...update, ExpressionAttributeValues: values })).toBeUndefined();

    const other = { pk: key.pk, sk: 'y' };
    const exists = { Key: key, ConditionExpression: 'version = :v', ExpressionAttributeValues: { ':v': 2 } };
    const put = { put: { Item: { ...other, bytes: new Uint8Array([0, 255]) } } };
    expect(await writer.transact([{ check: exists }, put])).toBe(true);
    expect((await reader.get(other, { consistentRead: true }))?.['bytes']).toEqual(new Uint8Array([0, 255]));
    expect(await writer.transact([{ delete: exists }, { delete: { Key: other } }])).toBe(true);
    expect(await writer.transact([{ check: exists }, put])).toBe(false);
    expect(await reader.get(other, { consistentRead: true })).toBeUndefined();
  });

  it('writes lookups, and counts each record of a shard once', async () => {
    const { reader } = engine.table;
    const writes = CLIENTS[client]?.(engine.endpoint) as DynamoDbWrites;
    const key = { pk: `LOOKUP#${client}`, sk: 'x' };
    const store = createLookupStore(writes, engine.tableName);
    await store.apply([{ key, type: 'put', version: 2 }]);
    await store.apply([{ key, type: 'delete', version: 2 }]);
    expect(await reader.get(key)).toEqual({ ...key, version: 2 });
    await store.apply([{ key, type: 'delete', version: 3 }]);
    expect(await reader.get(key)).toBeUndefined();

    const counter = { key: { pk: `LOOKUP#${client}_COUNT`, sk: 'x' }, values: ['x'] };
    const { add } = createCounterStore(writes, engine.tableName);
    const moves = (...places: readonly number[]) =>
      places.map((place) => ({ counter, by: 1 as const, streamSequence: String(place) }));
    const counted = async (shard: string, ...places: readonly number[]) => {
      await add(shard, moves(...places));
      return (await reader.get(counter.key))?.['count'];
    };
    expect(await counted('a', 8, 9, 10)).toBe(3);
    expect(await counted('a', 9, 10, 11)).toBe(4);
    expect(await counted('b', 9, 10)).toBe(6);
    expect(await counted('a', 8, 9)).toBe(6);
  });

  it('retries a write that conflicts with a transaction', async () => {
    const conflict = await write(client, 'put', failure('TransactionConflictException'));
    expect([conflict.result, conflict.bodies.length]).toEqual([true, 2]);
    const canceledTwice = await write(
      client,
      'transact',
      canceled('None', 'TransactionConflict'),
      canceled('ThrottlingError'),
    );
    expect([canceledTwice.result, canceledTwice.bodies.length]).toEqual([true, 3]);
  });

  it('throws TableThrottledError at once for a transaction that is throttled without retries', async () => {
    const kind = 'transact without retries';
    const throttled = await write(client, kind, canceled('None', 'TransactionConflict', 'ThrottlingError'));
    expect([throttled.result, throttled.bodies.length]).toEqual([expect.any(TableThrottledError), 1]);
    const conflict = await write(client, kind, canceled('TransactionConflict'));
    expect([conflict.result, conflict.bodies.length]).toEqual([true, 2]);
    const denied = await write(
      client,
      kind,
      ...Array.from({ length: 3 }, () => failure('ThrottlingException')),
    );
    expect([denied.result, denied.bodies.length]).toEqual([
      expect.any(TableThrottledError),
      client === 'signed' ? 1 : 3,
    ]);
    // DynamoDB may have made the first attempt.
    const lost = await write(client, kind, 'reset', failure('ThrottlingException'));
    expect([lost.result, lost.bodies.length]).toEqual([true, 3]);
  });

  it('does not retry after the function was frozen', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startDynamoDbServer(() => {
      vi.setSystemTime(Date.now() + 120_000);
      return failure('TransactionConflictException');
    });
    onTestFinished(() => server.stop());
    const writer = createWriter(CLIENTS[client]?.(server.endpoint) as DynamoDbWrites, 'table');
    await expect(writer.put({ pk: 'a', sk: 'b' }, undefined)).rejects.toThrow(TableUnavailableError);
    expect(server.calls).toHaveLength(1);
  });

  it('returns false after a failed condition, even next to a conflict', async () => {
    const { result } = await write(
      client,
      'transact',
      canceled('TransactionConflict', 'ConditionalCheckFailed'),
    );
    expect(result).toBe(false);
  });

  it('throws for other reasons, and TableUnavailableError once its retries failed', async () => {
    expect((await write(client, 'transact', canceled('ValidationError'))).result).toMatchObject({
      name: 'TransactionCanceledException',
    });
    const lasting = await write(
      client,
      'put',
      ...Array.from({ length: 3 }, () => ({ status: 500, body: '' })),
    );
    expect(lasting.result).toBeInstanceOf(TableUnavailableError);
    expect(lasting.bodies).toHaveLength(3);
  });

  it('repeats only a transaction whose response was lost, with the same token', async () => {
    const lost = await write(client, 'transact', 'reset');
    const [first, second] = lost.bodies.map(({ ClientRequestToken: token }) => token);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    const again = await write(client, 'transact', canceled('TransactionConflict'));
    const [before, after] = again.bodies.map(({ ClientRequestToken: token }) => token);
    expect(after).not.toBe(before);
  });
});
