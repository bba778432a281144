import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../../shared/table/signed-calls/environment.ts';
import {
  createSignedCalls,
  type SignedCallsOptions,
} from '../../../shared/table/signed-calls/signed-calls.ts';
import { type Answer, type ReceivedCall, startDynamoDbServer } from '../../support/dynamodb-server.ts';
import { isSignedWith } from '../../support/signature.ts';

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
  it('is signed as AWS verifies it, with the session token and the trace of the invocation', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793');
    const { calls, received } = await prepare(() => FOUND);
    expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
    const [call] = received;
    if (call === undefined) throw new Error('Nothing came.');
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
    'is made again after a %s, a 500 and a broken connection, but no oftener than it may',
    async (code) => {
      const troubles: readonly Answer[] = [failure(code), { status: 500, body: '' }, 'reset'];
      const patient = await prepare((_, number) => troubles[number - 1] ?? FOUND, { attempts: 4 });
      expect(await patient.calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
      await patient.stop();
      const hasty = await prepare(() => failure(code), { attempts: 3 });
      await expect(hasty.calls.getItem(GET)).rejects.toMatchObject({ name: code, message: 'No.' });
      expect(hasty.received).toHaveLength(3);
    },
  );

  it('is not made again when that would not help', async () => {
    const { calls, received } = await prepare(() => failure('ValidationException'));
    await expect(calls.getItem(GET)).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(received).toHaveLength(1);
  });

  describe('with a clock that is wrong', () => {
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

    it('corrects the time it is signed with by that of DynamoDB, from then on', async () => {
      const { calls, received } = await prepareSkewed();
      expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
      expect(await calls.getItem(GET)).toEqual({ Item: { pk: 'a' } });
      expect(received).toHaveLength(3);
    });

    it('is repeated, too, if another call corrected the time while it was under way', async () => {
      const { calls, received } = await prepareSkewed();
      const answers = await Promise.all([calls.getItem(GET), calls.getItem(GET)]);
      expect(answers).toEqual([{ Item: { pk: 'a' } }, { Item: { pk: 'a' } }]);
      expect(received).toHaveLength(4);
    });
  });

  it('takes a wrong signature for what it is when the time is right', async () => {
    const { calls, received } = await prepare(() =>
      failure('InvalidSignatureException', { Date: new Date().toUTCString() }),
    );
    await expect(calls.getItem(GET)).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(received).toHaveLength(1);
  });

  it('ends in time when nothing is answered, and when it is given up', async () => {
    const givenUp = new AbortController();
    const { calls, received } = await prepare(
      (_, number) => {
        if (number === 3) givenUp.abort();
        return 'hang';
      },
      { attempts: 2, requestTimeout: 100 },
    );
    await expect(calls.getItem(GET)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(received).toHaveLength(2);
    const update = { ...GET, UpdateExpression: 'SET a = b' };
    await expect(calls.updateItem(update, givenUp.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    await expect(calls.updateItem(update, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(received).toHaveLength(3);
  });

  it('goes over a connection that was kept, or a new one where that was closed meanwhile', async () => {
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

  it('says where DynamoDB is, as it does for the AWS SDK', () => {
    const endpointOf = (variables: NodeJS.ProcessEnv) =>
      readEnvironment({ ...lambda, ...variables }).endpoint.href;
    expect(endpointOf({})).toBe('https://dynamodb.eu-west-1.amazonaws.com/');
    expect(endpointOf({ AWS_REGION: 'cn-north-1' })).toBe('https://dynamodb.cn-north-1.amazonaws.com.cn/');
    expect(endpointOf({ AWS_ENDPOINT_URL: 'http://a:1' })).toBe('http://a:1/');
    expect(endpointOf({ AWS_ENDPOINT_URL: 'http://a:1', AWS_ENDPOINT_URL_DYNAMODB: 'http://b:2' })).toBe(
      'http://b:2/',
    );
  });

  it.each(Object.keys(lambda))('must have %s', (name) => {
    expect(() => readEnvironment({ ...lambda, [name]: '' })).toThrow(`${name} is not set`);
  });
});
