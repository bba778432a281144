import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DynamoDbCalls } from '../../../shared/table/dynamodb-calls.ts';
import { type Item, TableUnavailableError } from '../../../shared/table/reader.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createDocumentClientCalls } from '../../../shared/table/sdk/document-client-table.ts';
import { createTableWriter } from '../../../shared/table/sdk/document-client-writer.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { type Answer, startDynamoDbServer } from '../../support/engine/dynamodb-server.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const region = 'eu-central-1';

/** Both clients, with the limits of the functions unless a test overrides them. */
const clientsFor = (endpoint: string, limits = {}): Readonly<Record<'sdk' | 'signed', DynamoDbCalls>> => ({
  sdk: createDocumentClientCalls(createDocumentClient({ endpoint, region, credentials, ...limits })),
  signed: createSignedCalls({
    environment: { endpoint: new URL(endpoint), region, credentials },
    ...limits,
  }),
});

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** The kinds of values that the service stores: those of JSON, and bytes. */
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.integer(),
    fc
      .double({ noNaN: true, min: -9e15, max: 9e15 })
      // DynamoDB rejects smaller magnitudes except zero.
      .filter((number) => number === 0 || Math.abs(number) > 1e-120)
      // DynamoDB has no negative zero.
      .map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

const attributes = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !['pk', 'sk', '__proto__'].includes(name)),
  value,
  { maxKeys: 6, noNullPrototype: true },
);

describe('both clients', () => {
  it('writes and reads any value identically with both clients', async () => {
    const { sdk, signed } = clientsFor(engine.endpoint, { requestTimeout: 20_000 });
    const readers = [createReader(sdk, engine.tableName), createReader(signed, engine.tableName)] as const;
    const writers = [createTableWriter(engine.client, engine.tableName), engine.table.writer] as const;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(attributes, { minLength: 1, maxLength: 4 }), async (items) => {
        run += 1;
        const partition = `RANDOM#${run}`;
        const stored: Item[] = items.map((item, index) => ({ ...item, pk: partition, sk: `${index}` }));
        const writer = writers[run % 2] ?? writers[0];
        for (const item of stored) await writer.put(item, undefined);
        const keys = stored.map((_, index) => ({ pk: partition, sk: `${index}` }));
        const results = await Promise.all(
          readers.map(async (reader) => ({
            each: await Promise.all(keys.map((key) => reader.get(key, { consistentRead: true }))),
            absent: await reader.get({ pk: partition, sk: 'absent' }),
            many: (await reader.getMany(keys)).toSorted((a, b) =>
              String(a['sk']).localeCompare(String(b['sk'])),
            ),
            isolated: (await reader.transactGet([...keys, { pk: partition, sk: 'absent' }])).toSorted(
              (a, b) => String(a['sk']).localeCompare(String(b['sk'])),
            ),
            page: await reader.queryPage({ partition, from: '1', descending: true, limit: 2 }),
            rest: await reader.queryPage({ partition, startAfter: { pk: partition, sk: '0' } }),
            count: await reader.count({ partition, to: '2' }),
          })),
        );
        expect(results[1]).toEqual(results[0]);
        expect(results[0]?.each).toHaveLength(items.length);
        expect(results[0]?.each.map((item) => ({ ...item }))).toEqual(stored.map((item) => ({ ...item })));
        expect(results[0]?.absent).toBeUndefined();
        expect(results[0]?.isolated).toEqual(results[0]?.many);
      }),
      { numRuns: 30 },
    );
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
  const CODES: readonly (readonly [string, number])[] = [
    ['AccessDeniedException', 400],
    ['ConditionalCheckFailedException', 400],
    ['IncompleteSignatureException', 400],
    ['InternalServerError', 500],
    ['ItemCollectionSizeLimitExceededException', 400],
    ['LimitExceededException', 400],
    ['MissingAuthenticationTokenException', 400],
    ['ProvisionedThroughputExceededException', 400],
    ['ReplicatedWriteConflictException', 400],
    ['RequestLimitExceeded', 400],
    ['ResourceInUseException', 400],
    ['ResourceNotFoundException', 400],
    ['ServiceUnavailable', 503],
    ['ThrottlingException', 400],
    ['TransactionConflictException', 400],
    ['TransactionInProgressException', 400],
    ['UnrecognizedClientException', 400],
    ['ValidationException', 400],
  ];

  interface Failure {
    readonly name: string;
    readonly cause: string | undefined;
    readonly isUnavailable: boolean;
  }

  /** The failure of a read through each client. */
  const failuresOf = async (
    answer: Answer,
    limits: object = { attempts: 1 },
  ): Promise<Readonly<Record<string, Failure>>> => {
    const server = await startDynamoDbServer(() => answer);
    const failures: Record<string, Failure> = {};
    for (const [name, calls] of Object.entries(clientsFor(server.endpoint, limits))) {
      const error: unknown = await createReader(calls, 'table')
        .get({ pk: 'a', sk: 'b' })
        .then(
          () => new Error('It was answered.'),
          (reason: unknown) => reason,
        );
      if (!(error instanceof Error)) throw new Error('It was not an error.');
      failures[name] = {
        name: error.name,
        cause: error.cause instanceof Error ? error.cause.name : undefined,
        isUnavailable: error instanceof TableUnavailableError,
      };
    }
    await server.stop();
    return failures;
  };

  it.each(CODES)('fails identically after a %s', async (code, status) => {
    const { sdk, signed } = await failuresOf({
      status,
      body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: 'No.' }),
    });
    expect(signed).toEqual(sdk);
    expect(signed?.isUnavailable ? signed.cause : signed?.name).toBe(code);
  });

  it.each([500, 502, 503, 504])('treats a %i from an intermediary as transient', async (status) => {
    const { sdk, signed } = await failuresOf({ status, body: '<html>Sorry</html>' });
    expect([sdk?.isUnavailable, signed?.isUnavailable]).toEqual([true, true]);
  });

  it('treats timeouts and broken connections as transient', async () => {
    for (const answer of ['hang', 'reset'] as const) {
      const { sdk, signed } = await failuresOf(answer, { attempts: 2, requestTimeout: 100 });
      expect([sdk?.isUnavailable, signed?.isUnavailable], answer).toEqual([true, true]);
    }
  });

  const canceled = (...codes: readonly string[]): Answer => ({
    status: 400,
    body: JSON.stringify({
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      message: 'Transaction cancelled',
      CancellationReasons: codes.map((Code) => ({ Code })),
    }),
  });

  it('waits for ongoing transactions in an isolated read', async () => {
    const conflict = canceled('None', 'TransactionConflict');
    const item = { status: 200, body: '{"Responses":[{"Item":{"pk":{"S":"a"},"sk":{"S":"b"}}},{}]}' };
    for (const name of ['sdk', 'signed'] as const) {
      const answers = [conflict, conflict, item];
      const server = await startDynamoDbServer(() => answers.shift() ?? item);
      const reader = createReader(clientsFor(server.endpoint)[name], 'table');
      const keys = ['b', 'c'].map((sk) => ({ pk: 'a', sk }));
      expect((await reader.transactGet(keys)).map((each) => ({ ...each }))).toEqual([{ pk: 'a', sk: 'b' }]);
      expect(answers).toEqual([]);
      await server.stop();
    }
  });

  it.each([
    ['TransactionConflict', 'TableUnavailableError'],
    ['ValidationError', 'TransactionCanceledException'],
  ])('fails identically after an isolated read that ends with a %s', async (code, error) => {
    const server = await startDynamoDbServer(() => canceled(code));
    const read = Object.values(clientsFor(server.endpoint)).map((calls) =>
      createReader(calls, 'table').transactGet([{ pk: 'a', sk: 'b' }]),
    );
    for (const result of await Promise.allSettled(read)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: error } });
    }
    await server.stop();
  });

  it('writes identical updates, and reports a failed condition', async () => {
    const clients = clientsFor(engine.endpoint);
    for (const [name, calls] of Object.entries(clients)) {
      const Key = { pk: `UPDATE#${name}`, sk: 'x' };
      await calls.updateItem({
        TableName: engine.tableName,
        Key,
        UpdateExpression: 'SET #n = :n',
        ExpressionAttributeNames: { '#n': 'number' },
        ExpressionAttributeValues: { ':n': 1 },
      });
      const again = calls.updateItem({
        TableName: engine.tableName,
        Key,
        UpdateExpression: 'SET #n = :n',
        ConditionExpression: 'attribute_not_exists(pk)',
        ExpressionAttributeNames: { '#n': 'number' },
        ExpressionAttributeValues: { ':n': 2 },
      });
      await expect(again).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
      const { Item: item } = await clients.sdk.getItem({ TableName: engine.tableName, Key });
      expect(item).toEqual({ ...Key, number: 1 });
    }
  });
});
