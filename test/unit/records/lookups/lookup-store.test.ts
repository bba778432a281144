import { afterEach, expect, it } from 'vitest';
import { createLookupStore } from '../../../../shared/records/lookups/lookup-store.ts';
import type { LookupChange } from '../../../../shared/table/items/lookup.ts';
import { createSignedWrites } from '../../../../shared/table/signed-calls/signed-writes.ts';
import { type Answer, startDynamoDbServer } from '../../../support/engine/dynamodb-server.ts';

const TABLE = 'sales-data';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Request = { readonly PutRequest: { readonly Item: { readonly sk: { readonly S: string } } } };

/** A table that leaves these of the requests of each call unprocessed. Returns the sort keys of each call. */
const storeOver = async (unprocessed: (requests: readonly Request[], call: number) => readonly Request[]) => {
  const written: (readonly string[])[] = [];
  const server = await startDynamoDbServer(({ body }): Answer => {
    const requests: readonly Request[] = JSON.parse(body).RequestItems[TABLE];
    written.push(requests.map(({ PutRequest: { Item } }) => Item.sk.S));
    const left = unprocessed(requests, written.length);
    const answer = { UnprocessedItems: left.length === 0 ? {} : { [TABLE]: left } };
    return { status: 200, body: JSON.stringify(answer) };
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const environment = { endpoint: new URL(server.endpoint), region: 'eu-central-1', credentials };
  stops.push(server.stop);
  return { store: createLookupStore(createSignedWrites({ environment }), TABLE), written };
};

const puts = (count: number): readonly LookupChange[] =>
  Array.from({ length: count }, (_, index) => ({
    key: { pk: 'LOOKUP#o', sk: String(index) },
    type: 'put',
    version: 1,
  }));

it('rewrites only the items that DynamoDB left unprocessed', async () => {
  const { store, written } = await storeOver((requests, call) => (call < 3 ? requests.slice(1) : []));
  await store.apply(puts(4));
  expect(written).toEqual([
    ['0', '1', '2', '3'],
    ['1', '2', '3'],
    ['2', '3'],
  ]);
});

it('fails if DynamoDB never processes an item', async () => {
  const { store, written } = await storeOver((requests) => requests.slice(-1));
  await expect(store.apply(puts(2))).rejects.toThrow('DynamoDB throttles batch writes.');
  expect(written).toEqual([['0', '1'], ...Array.from({ length: 7 }, () => ['1'])]);
});
