import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CreateQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { type AwsDelivery, createAwsSender } from '../../../shared/webhooks/destinations/aws-sender.ts';
import { acceptedAddress } from '../../../shared/webhooks/endpoints/endpoint-address.ts';

const SERVICE_ACCOUNT = '999999999999';
const ORGANIZATION = randomUUID();
const ROLE = 'arn:aws:iam::111122223333:role/sales-data-deliveries';
const QUEUE = 'arn:aws:sqs:eu-west-1:000000000000:events';
const BUS = 'arn:aws:events:eu-west-1:111122223333:event-bus/sales';

/** Who may assume the role: any caller, or those with this external id. `undefined`: no caller. */
let trusted: { readonly externalId?: string } | undefined;
/** How EventBridge answers, and what it got. */
let busAnswer: { readonly status: number; readonly body: object };
let put: { readonly body: string; readonly authorization: string } | undefined;
let assumed: URLSearchParams[] = [];

/** STS, which decides by the trust policy, and EventBridge. */
const aws = createServer(async (message, response) => {
  const body = await text(message);
  if (message.headers['x-amz-target'] === 'AWSEvents.PutEvents') {
    put = { body, authorization: message.headers.authorization ?? '' };
    response.writeHead(busAnswer.status).end(JSON.stringify(busAnswer.body));
    return;
  }
  const parameters = new URLSearchParams(body);
  assumed.push(parameters);
  const isTrusted =
    trusted !== undefined &&
    (trusted.externalId === undefined || trusted.externalId === parameters.get('ExternalId'));
  response
    .writeHead(isTrusted ? 200 : 403)
    .end(
      isTrusted
        ? '<AccessKeyId>AK</AccessKeyId><SecretAccessKey>SK</SecretAccessKey><SessionToken>T</SessionToken>'
        : '<Code>AccessDenied</Code>',
    );
});

let fauxqs: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  fauxqs = await startFauxqs({ port: 0, logger: false, defaultRegion: 'eu-west-1' });
  const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
  const sqs = `http://127.0.0.1:${fauxqs.port}`;
  for (const [name, value] of Object.entries({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'service',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_STS: url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: url,
    AWS_ENDPOINT_URL_SQS: sqs,
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
  trusted = { externalId: ORGANIZATION };
  busAnswer = { status: 200, body: { FailedEntryCount: 0, Entries: [{ EventId: '1' }] } };
  put = undefined;
  assumed = [];
});

const send = (changes: Partial<AwsDelivery> = {}) =>
  createAwsSender(
    SERVICE_ACCOUNT,
    5_000,
  )({
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
    expect(outcome.error).toBe(`The Amazon SQS queue ${QUEUE}-missing does not exist.`);
  });
});

describe('the role of a customer', () => {
  it.each([
    ['trusts the external id of the organization', { externalId: ORGANIZATION }, null],
    ['trusts that of another organization', { externalId: randomUUID() }, 'does not trust the service'],
    ['trusts no caller, or does not exist', undefined, 'does not trust the service'],
    ['trusts the whole account of the service', {}, 'can be assumed without the external id'],
  ])('that %s', async (_, trust, problem) => {
    await create('events');
    trusted = trust;
    const { error } = await send();
    if (problem === null) expect(error).toBeNull();
    else {
      expect(error).toContain(problem);
      expect(error).toContain(`"Principal":{"AWS":"arn:aws:iam::${SERVICE_ACCOUNT}:root"}`);
      expect(error).toContain(`"sts:ExternalId":"${ORGANIZATION}"`);
      expect(await receive('events')).toEqual([]);
    }
    await receive('events');
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
