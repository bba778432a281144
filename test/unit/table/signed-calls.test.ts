import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../../shared/table/signed-calls/environment.ts';
import type { SignedCallsOptions } from '../../../shared/table/signed-calls/signed-call.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { type Answer, type ReceivedCall, startDynamoDbServer } from '../../support/engine/dynamodb-server.ts';
import { isSignedWith } from '../../support/webhooks/signature.ts';

const FOUND: Answer = { status: 200, body: '{"Item":{"pk":{"S":"a"}}}' };
const GET = { TableName: 'table', Key: { pk: 'a', sk: 'b' } };
const MINUTE = 60_000;

const failure = (code: string, headers: Record<string, string> = {}): Answer => ({
  status: 400,
  headers,
  body: JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message: 'No.' }),
});

let stop: () => Promise<void> = async () => undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await stop();
});

const prepare = async (
  answer: (call: ReceivedCall, number: number) => Answer,
  options: SignedCallsOptions = {},
) => {
  const server = await startDynamoDbServer(answer);
  stop = server.stop;
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'a secret', sessionToken: 'a token' };
  const environment = { region: 'eu-central-1', endpoint: new URL(server.endpoint), credentials };
  return { ...server, calls: createSignedCalls({ environment, ...options }), received: server.calls };
};

describe('a signed call', () => {
  it('sends a signature that AWS accepts, the session token and the trace of the invocation', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793');
    const { calls, received } = await prepare(() => FOUND);
    expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
    const [call] = received;
    if (call === undefined) throw new Error('No call arrived.');
    expect(isSignedWith('a secret', call)).toBe(true);
    expect(isSignedWith('another', call)).toBe(false);
    expect(call.headers).toMatchObject({
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-security-token': 'a token',
      'x-amzn-trace-id': 'Root=1-5759e988-bd862e3fe1be46a994272793',
    });
    expect(call.headers.authorization).toContain('x-amz-security-token');
    expect(call.headers.authorization).not.toContain('x-amzn-trace-id');
  });

  it.each(['ThrottlingException', 'ProvisionedThroughputExceededException'])(
    'retries after a %s, a 500 and a broken connection, up to the maximum of attempts',
    async (code) => {
      const failures: readonly Answer[] = [
        failure(code),
        { status: 500, body: '' },
        'reset',
        'reset in body',
      ];
      const retried = await prepare((_, number) => failures[number - 1] ?? FOUND, { attempts: 5 });
      expect(await retried.calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
      await retried.stop();
      const exhausted = await prepare(() => failure(code), { attempts: 3 });
      await expect(exhausted.calls.getItem(GET)).rejects.toMatchObject({ name: code, message: 'No.' });
      expect(exhausted.received).toHaveLength(3);
    },
  );

  it.each([
    ['ThrottlingException', 800],
    ['TransactionInProgressException', 800],
    ['InternalServerError', 100],
  ])('retries after a %s within %i ms at most', async (code, longest) => {
    const { calls } = await prepare((_, number) => (number === 1 ? failure(code) : FOUND));
    const share = 0.9;
    vi.spyOn(Math, 'random').mockReturnValue(share);
    const start = performance.now();
    expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
    // Timers may be early by a millisecond.
    expect(performance.now() - start).toBeGreaterThan(share * longest - 2);
  });

  it('ends with its signal, even before a retry', async () => {
    const { calls, received } = await prepare(() => failure('ThrottlingException'));
    const controller = new AbortController();
    // The wait before the retry is drawn once the answer is there. A time limit could end before the call.
    vi.spyOn(Math, 'random').mockImplementation(() => {
      setImmediate(() => controller.abort());
      return 1_000;
    });
    const update = { ...GET, UpdateExpression: 'REMOVE a' };
    await expect(calls.updateItem(update, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(received).toHaveLength(1);
  });

  it('does not retry after the function was frozen', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { calls, received } = await prepare(() => {
      vi.setSystemTime(Date.now() + MINUTE);
      return { status: 500, body: '' };
    });
    await expect(calls.getItem(GET)).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
    expect(received).toHaveLength(1);
  });

  it('does not retry after a permanent failure', async () => {
    const { calls, received } = await prepare(() => failure('ValidationException'));
    await expect(calls.getItem(GET)).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(received).toHaveLength(1);
  });

  describe('with a wrong clock', () => {
    const actual = Date.now();
    const signedAt = ({ headers }: ReceivedCall): number =>
      Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));
    const prepareSkewed = () =>
      prepare(
        (call) =>
          Math.abs(signedAt(call) - actual) > 5 * MINUTE
            ? failure('InvalidSignatureException', { Date: new Date(actual).toUTCString() })
            : FOUND,
        { machineTime: () => actual + 60 * MINUTE },
      );

    it('corrects the time of this and later signatures by DynamoDB’s', async () => {
      const { calls, received } = await prepareSkewed();
      expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
      expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
      expect(received).toHaveLength(3);
    });

    it('retries if a concurrent call corrected the time', async () => {
      const { calls, received } = await prepareSkewed();
      const answers = await Promise.all([calls.getItem(GET), calls.getItem(GET)]);
      expect(answers).toEqual([{ Item: { pk: 'a' } }, { Item: { pk: 'a' } }]);
      expect(received).toHaveLength(4);
    });
  });

  it('fails without a retry if the signature is wrong but the time is right', async () => {
    const { calls, received } = await prepare(() =>
      failure('InvalidSignatureException', { Date: new Date().toUTCString() }),
    );
    await expect(calls.getItem(GET)).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(received).toHaveLength(1);
  });

  it.each(['hang', 'hang in body'] as const)(
    'times out if responses %s, and can be aborted',
    async (hang) => {
      const abortController = new AbortController();
      const { calls, received } = await prepare(
        (_, number) => {
          if (number === 3) abortController.abort();
          return hang;
        },
        // Long enough for a call to arrive on a busy machine.
        { attempts: 2, requestTimeout: 500 },
      );
      await expect(calls.getItem(GET)).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(received).toHaveLength(2);
      const update = { ...GET, UpdateExpression: 'SET a = b' };
      await expect(calls.updateItem(update, abortController.signal)).rejects.toMatchObject({
        name: 'AbortError',
      });
      await expect(calls.updateItem(update, AbortSignal.abort())).rejects.toMatchObject({
        name: 'AbortError',
      });
      expect(received).toHaveLength(3);
    },
  );

  it('does not time out because its thread is busy', async () => {
    const { calls } = await prepare(() => FOUND, { attempts: 1, connectionTimeout: 100 });
    const call = calls.getItem(GET);
    // Long enough to start to connect, and too short to read any socket.
    for (let tick = 0; tick < 10; tick++) await new Promise<void>((resolve) => process.nextTick(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(await call).toEqual({ Item: { pk: 'a' } });
  });

  it('reuses its connection, or opens a new one if it was closed', async () => {
    const { calls, connections, closeIdleConnections } = await prepare(() => FOUND);
    for (let call = 0; call < 3; call++) await calls.getItem(GET);
    expect(connections()).toBe(1);
    closeIdleConnections();
    expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
    expect(connections()).toBe(2);
  });
});

describe('the environment', () => {
  const lambda = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

  it('sets the endpoint with the same variables as for the AWS SDK', () => {
    const endpointOf = (variables: NodeJS.ProcessEnv) =>
      readEnvironment({ ...lambda, ...variables }).endpoint.href;
    expect(endpointOf({})).toBe('https://dynamodb.eu-west-1.amazonaws.com/');
    expect(endpointOf({ AWS_REGION: 'cn-north-1' })).toBe('https://dynamodb.cn-north-1.amazonaws.com.cn/');
    expect(endpointOf({ AWS_ENDPOINT_URL: 'http://a:1' })).toBe('http://a:1/');
    expect(endpointOf({ AWS_ENDPOINT_URL: 'http://a:1', AWS_ENDPOINT_URL_DYNAMODB: 'http://b:2' })).toBe(
      'http://b:2/',
    );
  });

  it.each(Object.keys(lambda))('requires %s', (name) => {
    expect(() => readEnvironment({ ...lambda, [name]: '' })).toThrow(`${name} is not set`);
  });
});
