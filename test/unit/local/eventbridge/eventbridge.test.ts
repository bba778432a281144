import type { Server } from 'node:http';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAssembly } from '../../../../infra/local/assembly/assembly.ts';
import { deployStack } from '../../../../infra/local/assembly/stack.ts';
import { createEventBridge } from '../../../../infra/local/eventbridge/eventbridge.ts';
import { readSchedules, startSchedules } from '../../../../infra/local/eventbridge/schedules.ts';
import { closeServer } from '../../../../infra/local/process/close-server.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import { writeAssembly } from '../small-assembly.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const arn = (service: string, name: string): string => `arn:aws:${service}:us-east-1:000000000000:${name}`;
const queue = (QueueName: string) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName } });
const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const rule = (Properties: object) => ({ Type: 'AWS::Events::Rule', Properties });
const scheduled = {
  ScheduleExpression: 'rate(1 minute)',
  Targets: [
    { Id: 'worker', Arn: arnOf('Worker'), Input: '{"a":1}', RetryPolicy: { MaximumRetryAttempts: 0 } },
  ],
};

const resources = {
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'sales', Tags: [] } },
  Worker: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'worker' } },
  Out: queue('out'),
  Other: queue('other'),
  ToBoth: rule({
    EventBusName: { Ref: 'Bus' },
    EventPattern: { source: ['s'], detail: { kind: [{ prefix: 'out' }] } },
    Targets: [
      { Id: 'out', Arn: arnOf('Out') },
      { Id: 'other', Arn: arnOf('Other'), RetryPolicy: { MaximumRetryAttempts: 185 } },
    ],
  }),
  EveryMinute: rule(scheduled),
};

let sqs: FauxqsServer;
let eventBridge: Server;
let client: EventBridgeClient;
let errors: string[];

const options = (changes: Record<string, object> = {}) => ({
  stack: deployStack(readAssembly(writeAssembly({ Resources: { ...resources, ...changes } })), 'us-east-1'),
  sqsEndpoint: sqs.address,
  credentials,
  onError: (error: unknown) => errors.push(String(error)),
});

beforeEach(async () => {
  sqs = await startFauxqs({ port: 0, logger: false });
  for (const name of ['out', 'other']) sqs.createQueue(name);
  errors = [];
  eventBridge = createEventBridge(options());
  const endpoint = `http://127.0.0.1:${await listen(eventBridge)}`;
  client = new EventBridgeClient({ region: 'us-east-1', endpoint, credentials });
});
afterEach(async () => {
  client.destroy();
  await closeServer(eventBridge);
  await sqs.stop();
});

const put = (...entries: Partial<PutEventsRequestEntry>[]) =>
  client.send(
    new PutEventsCommand({
      Entries: entries.map((entry) => ({ Source: 's', DetailType: 't', EventBusName: 'sales', ...entry })),
    }),
  );
const bodies = (name: string): unknown[] =>
  (sqs.inspectQueue(name)?.messages.ready ?? []).map(({ body }) => JSON.parse(body));
const good = { Detail: '{"kind":"out"}' };

describe('EventBridge', () => {
  it('sends events to all queues of the matching rules before it responds', async () => {
    const Time = new Date('2026-03-01T08:00:00.900Z');
    const Detail = '{"kind":"out-1","number":7}';
    const answer = await put({ Detail, Time }, { Detail: '{"kind":"other"}' });
    const ids = answer.Entries?.map(({ EventId }) => EventId);
    expect([answer.FailedEntryCount, new Set(ids).size]).toEqual([0, 2]);
    const event = {
      version: '0',
      id: ids?.[0],
      'detail-type': 't',
      source: 's',
      account: '000000000000',
      time: '2026-03-01T08:00:00Z',
      region: 'us-east-1',
      resources: [],
      detail: JSON.parse(Detail),
    };
    expect([bodies('out'), bodies('other')]).toEqual([[event], [event]]);
    expect(errors).toEqual([]);
  });

  it.each([
    [{ Source: '' }, 'Entries.0.Source'],
    [{ DetailType: undefined }, 'Entries.0.DetailType'],
    [{ Detail: undefined }, 'Entries.0.Detail'],
    [{ Detail: '{' }, 'Entries.0.Detail: is not valid JSON'],
    [{ Detail: '[]' }, 'Entries.0.Detail'],
    [{ EventBusName: 'other' }, 'There is no event bus other.'],
    [{ Resources: ['r'] }, 'Resources'],
  ])('rejects a request with the entry %j', async (entry, message) => {
    await expect(put({ ...good, ...entry }, good)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    });
    expect(bodies('out')).toEqual([]);
  });

  it('accepts 1 to 10 entries', async () => {
    await expect(put()).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put(...Array(11).fill(good))).rejects.toMatchObject({ name: 'ValidationException' });
    expect(await put(...Array(10).fill(good))).toMatchObject({ FailedEntryCount: 0 });
  });

  it('rejects only the entries that a queue rejects', async () => {
    sqs.deleteQueue('other');
    expect(await put(good, { Detail: '{"kind":"unmatched"}' })).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: 'InternalFailure' }, { EventId: expect.any(String) }],
    });
    expect(errors).toHaveLength(1);
  });

  it('invokes the targets of schedules once they are started', async () => {
    const invocations: unknown[] = [];
    const stopSchedules = startSchedules(readSchedules(options().stack), async (name, _, event) => {
      invocations.push([name, JSON.parse(event)]);
      return { payload: 'null' };
    });
    expect(invocations).toEqual([[arn('lambda', 'function:worker'), { a: 1 }]]);
    stopSchedules();
  });
});

describe('a schedule without an input', () => {
  it('passes its event, with the time', async () => {
    const { Input: _, ...target } = scheduled.Targets[0] ?? { Input: '' };
    const { stack } = options({ EveryMinute: rule({ ...scheduled, Targets: [target] }) });
    const events: string[] = [];
    const stopSchedules = startSchedules(readSchedules(stack), async (_name, _id, event) => {
      events.push(event);
      return { payload: 'null' };
    });
    stopSchedules();
    const [event = '{}'] = events;
    expect(JSON.parse(event)).toMatchObject({ 'detail-type': 'Scheduled Event', source: 'aws.events' });
    expect(Math.abs(Date.now() - Date.parse(JSON.parse(event).time))).toBeLessThan(60_000);
  });
});

describe('EventBridge does not start', () => {
  const target = { Id: 'out', Arn: arnOf('Out') };
  const valid = { EventBusName: 'sales', EventPattern: { source: ['s'] }, Targets: [target] };
  const schedule = (ScheduleExpression: string) => rule({ ...scheduled, ScheduleExpression });
  const scheduledTarget = (change: object) =>
    rule({ ...scheduled, Targets: [{ ...scheduled.Targets[0], ...change }] });
  it.each([
    [rule({ ...valid, RoleArn: 'r' }), /Bad .*RoleArn/],
    [rule({ ...valid, State: 'DISABLED' }), /Bad .*State/],
    [rule({ ...valid, EventPattern: undefined }), /Bad/],
    [rule({ ...valid, EventBusName: undefined }), /Bad .*EventBusName/],
    [rule({ ...valid, Targets: [{ ...target, InputPath: '$.a' }] }), /Bad .*InputPath/],
    [
      rule({ ...valid, Targets: [{ Id: 'x', Arn: arnOf('Worker') }] }),
      /^Bad names arn:aws:lambda:.* not a queue/,
    ],
    [
      rule({ ...valid, EventPattern: { a: [{ cidr: 'x' }] } }),
      /^The EventPattern of Bad: unsupported operator/,
    ],
    [schedule('cron(0 * * * ? *)'), /Bad .*ScheduleExpression: must be a rate in minutes/],
    [schedule('rate(2 minute)'), /Bad .*ScheduleExpression/],
    [schedule('rate(1 day)'), /Bad .*ScheduleExpression/],
    [scheduledTarget({ Arn: arnOf('Out') }), /^Bad names arn:aws:sqs:.* not a function/],
    [scheduledTarget({ RetryPolicy: undefined }), /Bad .*RetryPolicy/],
    [scheduledTarget({ Input: 1 }), /Bad .*Input/],
    [
      { Type: 'AWS::Events::EventBus', Properties: { Name: 'b', EventSourceName: 'e' } },
      /Bad .*EventSourceName/,
    ],
  ])('does not start with %j', (Bad, message) => {
    const changed = options({ Bad });
    expect(() => [createEventBridge(changed), readSchedules(changed.stack)]).toThrow(message);
  });
});
