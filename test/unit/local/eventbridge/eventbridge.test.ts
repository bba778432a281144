import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAssembly } from '../../../../infra/local/assembly/assembly.ts';
import { deployStack } from '../../../../infra/local/assembly/stack.ts';
import { type EventBridge, startEventBridge } from '../../../../infra/local/eventbridge/eventbridge.ts';
import type { InvocationResult } from '../../../../infra/local/lambda/invocation.ts';
import { writeAssembly } from '../small-assembly.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const arn = (service: string, name: string): string => `arn:aws:${service}:us-east-1:000000000000:${name}`;
const queue = (QueueName: string) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName } });
const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const rule = (Properties: object) => ({ Type: 'AWS::Events::Rule', Properties });

const resources = {
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'sales', Tags: [] } },
  Worker: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'worker' } },
  Out: queue('out'),
  Grouped: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'grouped.fifo', FifoQueue: true } },
  Dead: queue('dead'),
  ToOut: rule({
    Name: 'to-out',
    EventBusName: { Ref: 'Bus' },
    EventPattern: { source: ['s'], detail: { kind: [{ prefix: 'out' }] } },
    Targets: [
      { Id: 'out', Arn: arnOf('Out') },
      { Id: 'grouped', Arn: arnOf('Grouped'), SqsParameters: { MessageGroupId: 'g' } },
    ],
  }),
  ToWorker: rule({
    Name: 'to-worker',
    EventBusName: { 'Fn::GetAtt': ['Bus', 'Arn'] },
    EventPattern: { detail: { kind: ['work'] } },
    Targets: [
      {
        Id: 'worker',
        Arn: arnOf('Worker'),
        RetryPolicy: { MaximumRetryAttempts: 2 },
        DeadLetterConfig: { Arn: arnOf('Dead') },
      },
    ],
  }),
  Disabled: rule({
    EventBusName: { Ref: 'Bus' },
    EventPattern: { source: ['s'] },
    State: 'DISABLED',
    Targets: [{ Id: 'out', Arn: arnOf('Out') }],
  }),
  OfDefault: rule({
    EventPattern: { source: ['s'] },
    Targets: [{ Id: 'out', Arn: arnOf('Out'), Input: '{"fixed":true}' }],
  }),
  EveryMinute: rule({
    Name: 'every-minute',
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ Id: 'worker', Arn: arnOf('Worker') }],
  }),
};
const stackOf = (changes: Record<string, object> = {}) =>
  deployStack(readAssembly(writeAssembly({ Resources: { ...resources, ...changes } })), 'us-east-1');

let sqs: FauxqsServer;
let journalFile: string;
let eventBridge: EventBridge;
let client: EventBridgeClient;
let errors: string[];
let invocations: { readonly event: Record<string, unknown> }[];
let work: () => Promise<InvocationResult>;

const options = (changes: Record<string, object> = {}) => ({
  stack: stackOf(changes),
  sqsEndpoint: sqs.address,
  credentials,
  journalFile,
  retryDelay: () => 5,
  onError: (error: unknown) => errors.push(String(error)),
});
const start = async (): Promise<void> => {
  eventBridge = await startEventBridge(options());
  client = new EventBridgeClient({ region: 'us-east-1', endpoint: eventBridge.endpoint, credentials });
  const invoke = (_: string, event: string) => {
    invocations.push({ event: JSON.parse(event) });
    return work();
  };
  eventBridge.connect(new Map([[arn('lambda', 'function:worker'), { invoke }]]));
};
const createGrouped = () =>
  sqs.createQueue('grouped.fifo', { attributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true' } });
const stop = async (): Promise<void> => {
  client.destroy();
  await eventBridge.stop();
};

beforeEach(async () => {
  sqs = await startFauxqs({ port: 0, logger: false });
  for (const name of ['out', 'dead']) sqs.createQueue(name);
  createGrouped();
  journalFile = join(mkdtempSync(join(tmpdir(), 'eventbridge-')), 'eventbridge.jsonl');
  [errors, invocations] = [[], []];
  work = async () => ({ payload: 'null' });
  await start();
});
afterEach(async () => {
  await stop();
  await sqs.stop();
});

const put = (...entries: Partial<PutEventsRequestEntry>[]) =>
  client.send(
    new PutEventsCommand({
      Entries: entries.map((entry) => ({ Source: 's', DetailType: 't', EventBusName: 'sales', ...entry })),
    }),
  );
const messages = (name: string) => sqs.inspectQueue(name)?.messages.ready ?? [];
const bodies = (name: string): unknown[] => messages(name).map(({ body }) => JSON.parse(body));
const work1 = { Detail: '{"kind":"work"}' };
const fail = async (): Promise<InvocationResult> => ({ error: { errorType: 'Error', errorMessage: 'no' } });
const undone = (): string[] => {
  const ids = new Set<string>();
  for (const line of readFileSync(journalFile, 'utf8').split('\n').slice(0, -1)) {
    const change = JSON.parse(line);
    if ('put' in change) ids.add(change.put.id);
    else ids.delete(change.remove);
  }
  return [...ids];
};

describe('EventBridge', () => {
  it('has handed events to all targets of the rules that match when it answers', async () => {
    const Time = new Date('2026-03-01T08:00:00.900Z');
    const Detail = '{"kind":"out-1","big":12345678901234567890}';
    const answer = await put({ Detail, Time, Resources: ['r'] }, { Detail: '{"kind":"other"}' }, work1);
    const ids = answer.Entries?.map(({ EventId }) => EventId);
    expect([answer.FailedEntryCount, new Set(ids).size]).toEqual([0, 3]);
    const envelope = {
      version: '0',
      id: ids?.[0],
      'detail-type': 't',
      source: 's',
      account: '000000000000',
      time: '2026-03-01T08:00:00Z',
      region: 'us-east-1',
      resources: ['r'],
      detail: JSON.parse(Detail),
    };
    expect([bodies('out'), bodies('grouped.fifo')]).toEqual([[envelope], [envelope]]);
    expect(messages('out')[0]?.body).toContain(Detail);
    expect(messages('grouped.fifo')[0]?.messageGroupId).toBe('g');
    expect(invocations).toMatchObject([{ event: { id: ids?.[2], detail: { kind: 'work' } } }]);
    expect([undone(), errors]).toEqual([[], []]);
  });

  it('has a default bus, and sends what a target says in place of the event', async () => {
    await put({ Detail: '{"kind":"out"}', EventBusName: undefined });
    expect(bodies('out')).toEqual([{ fixed: true }]);
    await put({ Detail: '{"kind":"out"}', EventBusName: arn('events', 'event-bus/sales') });
    expect(bodies('out')).toHaveLength(2);
  });

  it.each([
    [
      { Source: '' },
      'InvalidArgument',
      'Parameter Source is not valid. Reason: Source is a required argument.',
    ],
    [{ DetailType: undefined }, 'InvalidArgument', 'Parameter DetailType is not valid.'],
    [{ Detail: undefined }, 'InvalidArgument', 'Parameter Detail is not valid.'],
    [{ Detail: '{' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: '[]' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Source: 'aws.s3' }, 'NotAuthorizedForSource', 'Not authorized for the source.'],
    [{ EventBusName: 'other' }, 'InvalidArgument', 'There is no event bus other.'],
  ])('refuses the entry %j, and takes those next to it', async (entry, code, message) => {
    const good = { Detail: '{"kind":"out"}' };
    expect(await put({ ...good, ...entry }, good)).toMatchObject({
      FailedEntryCount: 1,
      Entries: [
        { ErrorCode: code, ErrorMessage: expect.stringContaining(message) },
        { EventId: expect.any(String) },
      ],
    });
    expect(bodies('out')).toHaveLength(1);
  });

  it('takes 1 to 10 entries of 1 MB together', async () => {
    const entry = (bytes: number) => ({ Detail: JSON.stringify({ text: 'x'.repeat(bytes) }) });
    await expect(put()).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put(...Array(11).fill(work1))).rejects.toMatchObject({ name: 'ValidationException' });
    const rest = Buffer.byteLength(`st${entry(0).Detail}`);
    expect(await put(entry(1_048_576 - rest))).toMatchObject({ FailedEntryCount: 0 });
    await expect(put(entry(1_048_577 - rest))).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Total size of the entries in the request is over the limit.',
    });
  });

  it('tries again what a target did not take, until it does', async () => {
    let failures = 2;
    work = async () => (failures-- > 0 ? fail() : { payload: 'null' });
    expect(await put(work1)).toMatchObject({ FailedEntryCount: 0 });
    await expect.poll(() => [invocations.length, undone()]).toEqual([3, []]);
    expect(new Set(invocations.map(({ event }) => event['id'])).size).toBe(1);
    expect([messages('dead'), errors]).toEqual([[], []]);
  });

  it('sends an event to the dead-letter queue after the last attempt, and says why', async () => {
    work = fail;
    await put(work1);
    await expect.poll(() => messages('dead')).toHaveLength(1);
    expect(bodies('dead')).toEqual([invocations[0]?.event]);
    const attributes = Object.entries(messages('dead')[0]?.messageAttributes ?? {});
    expect(Object.fromEntries(attributes.map(([name, value]) => [name, value.StringValue]))).toEqual({
      RULE_ARN: arn('events', 'rule/sales/to-worker'),
      TARGET_ARN: arn('lambda', 'function:worker'),
      ERROR_CODE: 'ERROR_FROM_TARGET',
      ERROR_MESSAGE: 'Error: no',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
      RETRY_ATTEMPTS: '2',
    });
    await expect.poll(undone).toEqual([]);
    expect([invocations.length, errors]).toEqual([3, []]);
  });

  it('goes on after a restart, with the attempts that are left', async () => {
    sqs.deleteQueue('out');
    sqs.deleteQueue('grouped.fifo');
    expect(await put({ Detail: '{"kind":"out"}' })).toMatchObject({ FailedEntryCount: 0 });
    expect(statSync(journalFile).mode & 0o777).toBe(0o600);
    await stop();
    expect(undone()).toHaveLength(2);
    sqs.createQueue('out');
    createGrouped();
    await start();
    expect(bodies('out')).toEqual([]);
    eventBridge.start();
    await expect.poll(() => [messages('out').length, messages('grouped.fifo').length]).toEqual([1, 1]);
    await expect.poll(undone).toEqual([]);
  });

  it('answers before a slow function is done, which is then not called again', async () => {
    let finish: (result: InvocationResult) => void = () => undefined;
    work = () => new Promise((resolve) => (finish = resolve));
    expect(await put(work1)).toMatchObject({ FailedEntryCount: 0 });
    expect(undone()).toHaveLength(1);
    finish({ payload: 'null' });
    await expect.poll(undone).toEqual([]);
    expect(invocations).toHaveLength(1);
  });

  it('runs schedules once it is told to, and only then', async () => {
    await put(work1);
    expect(invocations).toHaveLength(1);
    eventBridge.start();
    await expect.poll(() => invocations).toHaveLength(2);
    expect(invocations[1]?.event).toMatchObject({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      resources: [arn('events', 'rule/every-minute')],
      detail: {},
    });
  });
});

describe('EventBridge does not start', () => {
  const target = { Id: 'out', Arn: arnOf('Out') };
  const pattern = { EventPattern: { source: ['s'] } };
  it.each([
    [rule({ ...pattern, RoleArn: 'r' }), /^The local runner cannot honour Bad .*RoleArn/],
    [rule({ Targets: [target] }), /^The local runner cannot honour Bad .*needs an EventPattern/],
    [rule({ ...pattern, Targets: [{ ...target, InputPath: '$.a' }] }), /cannot honour Bad .*InputPath/],
    [rule({ ...pattern, Targets: [{ ...target, Input: '{' }] }), /Targets\.0\.Input: must be JSON/],
    [
      rule({ ...pattern, Targets: [{ Id: 'x', Arn: 'arn:aws:sns:x' }] }),
      /^Bad has the target arn:aws:sns:x,/,
    ],
    [
      rule({ ...pattern, Targets: [{ ...target, DeadLetterConfig: { Arn: 'x' } }] }),
      /^Bad has the dead-letter queue x,/,
    ],
    [
      rule({
        ...pattern,
        Targets: [{ Id: 'x', Arn: arnOf('Worker'), SqsParameters: { MessageGroupId: 'g' } }],
      }),
      /^Bad has SqsParameters/,
    ],
    [rule({ EventPattern: { a: [{ cidr: 'x' }] } }), /^The EventPattern of Bad has at a the operator "cidr"/],
    [rule({ ...pattern, EventBusName: 'other' }), /^Bad is of the bus other,/],
    [rule({ ScheduleExpression: 'cron(0 * * * ? *)' }), /^Bad has the ScheduleExpression "cron/],
    [rule({ ScheduleExpression: 'rate(2 minute)' }), /^Bad has the ScheduleExpression "rate/],
    [rule({ ScheduleExpression: 'rate(1 day)', EventBusName: 'sales' }), /^Bad has a schedule, which only/],
    [
      { Type: 'AWS::Events::EventBus', Properties: { Name: 'b', EventSourceName: 'e' } },
      /^The local runner cannot honour Bad .*EventSourceName/,
    ],
  ])('with %j', async (Bad, message) => {
    await expect(startEventBridge(options({ Bad }))).rejects.toThrow(message);
  });

  it('without SQS when a rule sends to a queue', async () => {
    await expect(startEventBridge({ ...options(), sqsEndpoint: undefined })).rejects.toThrow(
      'there is no SQS',
    );
  });
});
