import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { matchesGlob } from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { trustPolicy } from '../../../shared/contract/webhooks/role-policies.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createAwsSender } from '../../../shared/webhooks/destinations/aws-sender.ts';
import type { AwsDelivery } from '../../../shared/webhooks/destinations/destination-api.ts';
import { acceptedAddress } from '../../../shared/webhooks/endpoints/endpoint-address.ts';

const SERVICE_ACCOUNT = '999999999999';
const ORGANIZATION = randomUUID();
const ROLE = 'arn:aws:iam::111122223333:role/sales-data-deliveries';
const QUEUE = 'arn:aws:sqs:eu-west-1:000000000000:events';
const BUS = 'arn:aws:events:eu-west-1:111122223333:event-bus/sales';

const statementSchema = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.union([z.literal('*'), z.object({ AWS: z.string() })]),
  Condition: z.optional(z.record(z.string(), z.object({ 'sts:ExternalId': z.string() }))),
});
type TrustStatement = z.infer<typeof statementSchema>;
const readStatement = (statement: object): TrustStatement => statementSchema.parse(statement);

/** The operators of conditions, for an external id that the caller may not have. */
const OPERATORS: Readonly<Record<string, (given: string | undefined, wanted: string) => boolean>> = {
  StringEquals: (given, wanted) => given === wanted,
  StringEqualsIfExists: (given, wanted) => given === undefined || given === wanted,
  StringLike: (given, wanted) => given !== undefined && matchesGlob(given, wanted),
};

/**
 * Whether IAM lets an account assume a role: an applicable statement allows it, and none denies it
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html).
 */
const isTrustedBy = (
  statements: readonly TrustStatement[],
  account: string,
  externalId: string | undefined,
): boolean => {
  const effects = statements
    .filter(
      ({ Principal: principal }) => principal === '*' || principal.AWS === `arn:aws:iam::${account}:root`,
    )
    .filter(({ Condition: conditions = {} }) =>
      Object.entries(conditions).every(([operator, { 'sts:ExternalId': wanted }]) =>
        OPERATORS[operator]?.(externalId, wanted),
      ),
    )
    .map(({ Effect: effect }) => effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

/** The trust policy of the role. */
let trust: readonly TrustStatement[];
/** How SQS answers instead of the local queues. */
let queueAnswer: { readonly status: number; readonly body: object } | undefined;
/** The operations of SQS and EventBridge that were called. */
let calls: string[] = [];
/** How EventBridge answers, and what it got. */
let busAnswer: { readonly status: number; readonly body: object };
let put: { readonly body: string; readonly authorization: string } | undefined;
let assumed: URLSearchParams[] = [];

/** STS, which decides by the trust policy, EventBridge, and SQS in front of the local queues. */
const aws = createServer(async (message, response) => {
  const body = await text(message);
  const operation = String(message.headers['x-amz-target'] ?? '');
  if (operation !== '') calls.push(operation);
  if (operation.startsWith('AmazonSQS.')) {
    const { status, body: answer } = queueAnswer ?? (await passOn(operation, body));
    response.writeHead(status).end(JSON.stringify(answer));
    return;
  }
  if (message.headers['x-amz-target'] === 'AWSEvents.PutEvents') {
    put = { body, authorization: message.headers.authorization ?? '' };
    response.writeHead(busAnswer.status).end(JSON.stringify(busAnswer.body));
    return;
  }
  const parameters = new URLSearchParams(body);
  assumed.push(parameters);
  const isTrusted = isTrustedBy(trust, SERVICE_ACCOUNT, parameters.get('ExternalId') ?? undefined);
  response
    .writeHead(isTrusted ? 200 : 403)
    .end(
      isTrusted
        ? '<AccessKeyId>AK</AccessKeyId><SecretAccessKey>SK</SecretAccessKey><SessionToken>T</SessionToken>'
        : '<Code>AccessDenied</Code>',
    );
});

const AUTHORIZATION = 'AWS4-HMAC-SHA256 Credential=a/20260101/eu-west-1/sqs/aws4_request';

const passOn = async (operation: string, body: string) => {
  const answer = await fetch(`http://127.0.0.1:${fauxqs.port}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': operation,
      authorization: AUTHORIZATION,
    },
    body,
  });
  return { status: answer.status, body: Object(await answer.json()) };
};

let fauxqs: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  fauxqs = await startFauxqs({ port: 0, logger: false, defaultRegion: 'eu-west-1' });
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  for (const [name, value] of Object.entries({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'service',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_STS: url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: url,
    AWS_ENDPOINT_URL_SQS: url,
  })) {
    vi.stubEnv(name, value);
  }
});
afterAll(async () => {
  vi.unstubAllEnvs();
  aws.close();
  await fauxqs.stop();
});
beforeEach(() => {
  trust = trustPolicy(SERVICE_ACCOUNT, ORGANIZATION).Statement.map(readStatement);
  queueAnswer = undefined;
  calls = [];
  busAnswer = { status: 200, body: { FailedEntryCount: 0, Entries: [{ EventId: '1' }] } };
  put = undefined;
  assumed = [];
});

const newDelivery = (changes: Partial<AwsDelivery> = {}): AwsDelivery => ({
  type: 'sqs',
  address: QUEUE,
  roleArn: ROLE,
  delivery: {
    organizationId: ORGANIZATION,
    eventId: 'event-1',
    eventType: 'person.updated',
    resourceId: 'person-1',
    series: 1,
  },
  body: '{"id":"event-1"}',
  ...changes,
});

const newSender = () => createAwsSender(SERVICE_ACCOUNT, 5_000);
const send = (changes: Partial<AwsDelivery> = {}) => newSender()(newDelivery(changes));

const receive = async (name: string) => {
  const client = createSqsClient({
    endpoint: `http://127.0.0.1:${fauxqs.port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
  });
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: `http://127.0.0.1:${fauxqs.port}/000000000000/${name}`,
      MaxNumberOfMessages: 10,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
};

const create = async (name: string): Promise<void> => {
  const client = createSqsClient({
    endpoint: `http://127.0.0.1:${fauxqs.port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
  });
  const Attributes = name.endsWith('.fifo') ? { FifoQueue: 'true' } : {};
  await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
};

describe('deliveries to a queue', () => {
  it('sends the event with its id and type, in a session that may do nothing else', async () => {
    await create('events');
    expect(await send()).toMatchObject({ status: 200, error: null });
    expect(await receive('events')).toMatchObject([
      {
        Body: '{"id":"event-1"}',
        MessageAttributes: {
          'webhook-id': { StringValue: 'event-1' },
          type: { StringValue: 'person.updated' },
        },
      },
    ]);
    const policy = JSON.parse(assumed[0]?.get('Policy') ?? '');
    expect(policy.Statement[0]).toEqual({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: QUEUE });
  });

  it('keeps the order of a record in a FIFO queue, where only a replay is a duplicate', async () => {
    await create('ordered.fifo');
    const address = `${QUEUE.replace(/:events$/, '')}:ordered.fifo`;
    const delivery = { organizationId: ORGANIZATION, eventId: 'e', eventType: 't', resourceId: 'person-1' };
    for (const series of [1, 1, 2]) await send({ address, delivery: { ...delivery, series } });
    expect(fauxqs.inspectQueue('ordered.fifo')?.messages.ready).toHaveLength(2);
    expect(await receive('ordered.fifo')).toMatchObject([{ Attributes: { MessageGroupId: 'person-1' } }]);
  });

  it('says that a queue does not exist', async () => {
    const outcome = await send({ address: `${QUEUE}-missing` });
    expect(outcome.error).toBe(`The SQS queue ${QUEUE}-missing does not exist.`);
  });
});

describe('deliveries of the same moment', () => {
  const many = (count: number, changes: Partial<AwsDelivery> = {}) =>
    Array.from({ length: count }, (_, index) =>
      newDelivery({
        ...changes,
        body: `{"id":"event-${index}"}`,
        delivery: {
          organizationId: ORGANIZATION,
          eventId: `event-${index}`,
          eventType: 'person.updated',
          resourceId: `person-${index}`,
          series: 1,
        },
      }),
    );
  const sendAll = (deliveries: readonly AwsDelivery[]) => {
    const sender = newSender();
    return Promise.all(deliveries.map((delivery) => sender(delivery)));
  };

  it('share calls of up to ten messages of one queue', async () => {
    for (const name of ['many', 'other']) await create(name);
    const toMany = many(12, { address: QUEUE.replace(/events$/, 'many') });
    const toOther = many(1, { address: QUEUE.replace(/events$/, 'other') });
    const outcomes = await sendAll([...toMany, ...toOther]);
    expect(outcomes.map(({ error }) => error)).toEqual(outcomes.map(() => null));
    expect(calls.filter((operation) => operation === 'AmazonSQS.SendMessageBatch')).toHaveLength(3);
    const bodies = fauxqs.inspectQueue('many')?.messages.ready.map(({ body }) => body);
    expect(bodies).toEqual(toMany.map(({ body }) => body));
    expect(fauxqs.inspectQueue('other')?.messages.ready).toHaveLength(1);
  });

  it('share no call if they are large', async () => {
    await create('large');
    const body = JSON.stringify('x'.repeat(200_000));
    const large = many(3, { address: QUEUE.replace(/events$/, 'large') });
    await sendAll(large.map((delivery) => ({ ...delivery, body })));
    expect(calls.filter((operation) => operation === 'AmazonSQS.SendMessageBatch')).toHaveLength(3);
  });

  it('fail one by one if a queue refuses some of them', async () => {
    queueAnswer = {
      status: 200,
      body: {
        Successful: [{ Id: '0' }, { Id: '2' }],
        Failed: [{ Id: '1', Code: 'ThrottlingException', SenderFault: true }],
      },
    };
    const errors = (await sendAll(many(3))).map(({ error }) => error);
    expect(errors).toEqual([null, expect.stringContaining('throttles'), null]);
  });

  it('fail one by one if a bus refuses some of them', async () => {
    busAnswer = {
      status: 200,
      body: { FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }, { EventId: '2' }] },
    };
    const errors = (await sendAll(many(2, { type: 'eventbridge', address: BUS }))).map(({ error }) => error);
    expect(errors).toEqual([expect.stringContaining('InternalFailure'), null]);
    expect(JSON.parse(put?.body ?? '').Entries).toHaveLength(2);
  });

  it('have calls of their own if their organizations differ', async () => {
    await create('events');
    const [one, two] = many(2);
    if (one === undefined || two === undefined) throw new Error('There are two.');
    const stranger = { ...two, delivery: { ...two.delivery, organizationId: randomUUID() } };
    const [mine, theirs] = await sendAll([one, stranger]);
    expect(mine?.error).toBeNull();
    expect(theirs?.error).toContain('does not trust the service');
    await receive('events');
  });
});

describe('a role with the trust policy', () => {
  const { Statement: needed } = trustPolicy(SERVICE_ACCOUNT, ORGANIZATION);
  const trusting = (principal: unknown, condition?: object): object => ({
    Effect: 'Allow',
    Principal: principal,
    Action: 'sts:AssumeRole',
    ...(condition !== undefined && { Condition: condition }),
  });
  const SERVICE = { AWS: `arn:aws:iam::${SERVICE_ACCOUNT}:root` };
  const OWN = { 'sts:ExternalId': ORGANIZATION };
  const EVERYBODY = 'can be assumed without your external id';
  const STRANGER = 'does not trust the service';
  it.each([
    ['that it needs', needed, null],
    ['that trusts everybody with its external id', [trusting('*', { StringEquals: OWN })], null],
    ['that trusts everybody', [trusting('*')], EVERYBODY],
    ['that trusts the account of the service', [trusting(SERVICE)], EVERYBODY],
    [
      'that trusts callers without an external id, too',
      [trusting(SERVICE, { StringEqualsIfExists: OWN })],
      EVERYBODY,
    ],
    [
      'that trusts any external id',
      [trusting(SERVICE, { StringLike: { 'sts:ExternalId': '*' } })],
      EVERYBODY,
    ],
    [
      "that trusts another organization's external id",
      [trusting(SERVICE, { StringEquals: { 'sts:ExternalId': randomUUID() } })],
      STRANGER,
    ],
    [
      'that trusts the own account of the customer',
      [trusting({ AWS: 'arn:aws:iam::111122223333:root' }, { StringEquals: OWN })],
      STRANGER,
    ],
    ['without a statement', [], STRANGER],
    ['that denies what it needs', [...needed, { ...trusting('*'), Effect: 'Deny' }], STRANGER],
  ])('%s', async (_, statements, problem) => {
    await create('events');
    trust = statements.map(readStatement);
    const { error } = await send();
    if (problem === null) expect(error).toBeNull();
    else {
      expect(error).toContain(problem);
      expect(error).toContain(JSON.stringify(trustPolicy(SERVICE_ACCOUNT, ORGANIZATION)));
      expect(await receive('events')).toEqual([]);
    }
    await receive('events');
  });
});

describe('a denial by a queue', () => {
  const denied = (message: string) => ({ __type: 'com.amazonaws.sqs#AccessDeniedException', message });
  const statement = `{"Effect":"Allow","Action":"sqs:SendMessage","Resource":"${QUEUE}"}`;
  const ofQueue = statement.replace('"Allow",', `"Allow","Principal":{"AWS":"${ROLE}"},`);
  const KEY = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
  it.each([
    ['because no identity-based policy allows the action', [statement, ofQueue]],
    ['because no resource-based policy allows the action', ['Add to the queue policy', ofQueue]],
    ['with an explicit deny in a resource-based policy', ['the queue policy denies sqs:SendMessage', ROLE]],
    [
      'with an explicit deny in a service control policy',
      ['the service control policy denies sqs:SendMessage', ROLE],
    ],
    [
      `is not authorized to perform: kms:GenerateDataKey on resource: ${KEY}`,
      [
        `{"Effect":"Allow","Principal":{"AWS":"${ROLE}"},"Action":["kms:GenerateDataKey","kms:Decrypt"],"Resource":"*"}`,
        `{"Effect":"Allow","Action":["kms:GenerateDataKey","kms:Decrypt"],"Resource":"${KEY}"}`,
      ],
    ],
  ])('%s names the statement', async (message, words) => {
    queueAnswer = { status: 403, body: denied(`User: arn:aws:sts::1:assumed-role/r/sales-data ${message}`) };
    const { error, status } = await send();
    expect(status).toBe(403);
    for (const each of words) expect(error).toContain(each);
  });

  it('names the role alone if the queue is in the account of the role', async () => {
    queueAnswer = { status: 403, body: denied('because no identity-based policy allows the action') };
    const address = QUEUE.replace('000000000000', '111122223333');
    const { error } = await send({ address });
    expect(error).toContain(
      `needs the statement ${statement.replace(QUEUE, address)}, unless the queue policy`,
    );
  });
});

describe('deliveries to an event bus', () => {
  const toBus = () => send({ type: 'eventbridge', address: BUS });

  it('puts the event, signed by the session', async () => {
    expect(await toBus()).toMatchObject({ status: 200, error: null });
    expect(JSON.parse(put?.body ?? '')).toEqual({
      Entries: [
        {
          Source: 'sales-data.webhooks',
          DetailType: 'person.updated',
          Detail: '{"id":"event-1"}',
          EventBusName: BUS,
        },
      ],
    });
    expect(put?.authorization).toContain('Credential=AK/');
  });

  it.each([
    [
      400,
      { __type: 'x#AccessDeniedException', message: 'no' },
      `"Action":"events:PutEvents","Resource":"${BUS}"`,
    ],
    [400, { __type: 'KMS.AccessDeniedException' }, '"kms:GenerateDataKey"'],
    [400, { __type: 'AccessDenied', message: 'no resource-based policy' }, 'Add to the bus policy'],
    [400, { __type: 'ThrottlingException' }, 'set `maxPerSecond`'],
    [200, { FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }] }, 'InternalFailure'],
    [200, { FailedEntryCount: 1, Entries: [{ ErrorCode: 'NotAuthorizedForSource' }] }, 'Access was denied'],
    [500, {}, 'refused the event (500)'],
  ])('says what a %i with %j needs', async (status, body, words) => {
    busAnswer = { status, body };
    expect((await toBus()).error).toContain(words);
  });
});

describe('the address of an endpoint', () => {
  it.each([
    [QUEUE, ROLE, {}, undefined],
    [BUS, ROLE, {}, undefined],
    [QUEUE, null, {}, 'roleArn'],
    [QUEUE, 'arn:aws:iam::111122223333:role/admin', {}, 'roleArn'],
    ['https://hooks.example.com/', ROLE, {}, 'roleArn'],
    [QUEUE, ROLE, { refusedAccount: '000000000000' }, 'url'],
    [BUS.replace('1111', '4444'), ROLE, { refusedAccount: '111122223333' }, 'roleArn'],
    [QUEUE, ROLE, { destinations: ['https'] as const }, 'url'],
    ['https://hooks.example.com/', null, { destinations: ['sqs'] as const }, 'url'],
    ['arn:aws:s3:::bucket', ROLE, {}, 'roleArn'],
    ['arn:aws:s3:::bucket', null, {}, 'url'],
  ])('%s with the role %s under %j is refused at: %s', (url, roleArn, policy, field) => {
    const accept = () => acceptedAddress({ url, roleArn }, policy);
    if (field === undefined) expect(accept()).toBe(url);
    else expect(accept).toThrow(expect.objectContaining({ field }));
  });
});
