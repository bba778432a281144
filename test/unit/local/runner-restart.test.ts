import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../../../infra/local/process/process-identity.ts';
import { createQueueClient } from '../../../infra/local/sqs/queue-client.ts';
import { createEventBridgeClient } from '../../../shared/events/event-bridge-bus.ts';
import { createKmsCipher, createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { enginePid } from '../../support/engine/engine-pid.ts';
import { eventually } from '../../support/eventually.ts';
import { type Description, newDirectory, read, ready, run, type Started } from './runner-child.ts';
import { smallTemplate, writeAssembly } from './small-assembly.ts';

/** A template with queues, a bus with a rule, a schedule and a key. */
const templateWithServices = () => {
  const template = smallTemplate();
  Object.assign(template.Resources, {
    Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 0 } },
    EventQueue: { Type: 'AWS::SQS::Queue', Properties: {} },
    Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: {} } },
    Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
    EveryHour: {
      Type: 'AWS::Events::Rule',
      Properties: {
        ScheduleExpression: 'rate(60 minutes)',
        Targets: [
          {
            Id: 'echo',
            Arn: { 'Fn::GetAtt': ['Echo', 'Arn'] },
            Input: JSON.stringify({ queryStringParameters: { mode: 'environment' } }),
            RetryPolicy: { MaximumRetryAttempts: 0 },
          },
        ],
      },
    },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        EventBusName: { Ref: 'Bus' },
        EventPattern: { source: ['s'] },
        Targets: [{ Id: 'queue', Arn: { 'Fn::GetAtt': ['EventQueue', 'Arn'] } }],
      },
    },
  });
  Object.assign(template.Outputs, { KeyId: { Value: { Ref: 'Key' } } });
  return template;
};

describe('a runner that is killed and restarted', () => {
  const directory = newDirectory();
  const template = templateWithServices();
  const tableKey = { pk: { S: 'written' }, sk: { S: 'just before' } };
  const urlOf = (name: string) => `https://sqs.us-east-1.amazonaws.com/000000000000/Small-${name}`;
  const tableClient = ({ endpoints, region, credentials }: Description) =>
    new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials });
  const functionLog = (): string => readFileSync(join(directory, 'logs', 'functions.log'), 'utf8');

  let first: Started;
  let second: Started | undefined;
  let before: { readonly endpoints: Record<string, unknown>; readonly runner: Description };
  let engine: number;

  beforeAll(async () => {
    first = run({ DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly(template) });
    await ready(first);
    before = { endpoints: read(directory, 'endpoints.json'), runner: read(directory, 'runner.json') };
    engine = enginePid(directory);
    const { endpoints, outputs, region, credentials } = before.runner;

    await tableClient(before.runner).send(
      new PutItemCommand({ TableName: outputs['TableName'], Item: tableKey }),
    );
    const queues = createQueueClient(endpoints.sqs, region, credentials);
    await queues.send(new SendMessageCommand({ QueueUrl: urlOf('Queue'), MessageBody: 'kept' }));
    queues.destroy();
    const bus = createEventBridgeClient({ endpoint: endpoints.eventBridge, region, credentials });
    const Entries = [{ EventBusName: 'bus', Source: 's', DetailType: 't', Detail: '{}' }];
    expect(await bus.send(new PutEventsCommand({ Entries }))).toMatchObject({ FailedEntryCount: 0 });
    first.child.kill('SIGKILL');
    await first.exit;

    template.Resources['Mapping'] = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        FunctionName: { Ref: 'Echo' },
        BatchSize: 10,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 2 },
      },
    };
    await eventually(() => !isRunning(engine));
    second = run({ DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly(template) });
    await ready(second);
  });
  afterAll(() => {
    first.child.kill('SIGKILL');
    second?.child.kill('SIGKILL');
  });

  const now = (): Description => read(directory, 'runner.json');

  it('writes its addresses to private files', () => {
    const { endpoints, runner } = before;
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'endpoints.json')).mode & 0o777).toBe(0o600);
    expect(endpoints).toEqual({
      apiUrl: runner.outputs['ApiUrl'],
      adminUrl: runner.outputs['AdminUrl'],
      consoleUrl: `${runner.outputs['AdminUrl']}/console`,
      organizationId: expect.any(String),
      apiKey: expect.stringMatching(/^sd_live_/),
      users: [
        { email: expect.any(String), password: expect.any(String), role: 'admin' },
        { email: expect.any(String), password: expect.any(String), role: 'member' },
      ],
    });
    expect([runner.pid, runner.region]).toEqual([first.child.pid, 'us-east-1']);
  });

  it('keeps acknowledged writes and its demo key', async () => {
    const stored = await tableClient(now()).send(
      new GetItemCommand({ TableName: now().outputs['TableName'], Key: tableKey }),
    );
    expect(stored.Item).toEqual(tableKey);
    expect(read(directory, 'endpoints.json')).toMatchObject({ apiKey: before.endpoints['apiKey'] });
  });

  it('delivers the messages of its queues to functions that were added meanwhile', async () => {
    await expect.poll(functionLog).toContain(JSON.stringify({ body: 'kept', sqs: now().endpoints.sqs }));
  });

  it('keeps the events that its bus accepted', async () => {
    const { endpoints, region, credentials } = now();
    const queues = createQueueClient(endpoints.sqs, region, credentials);
    const { Messages = [] } = await queues.send(
      new ReceiveMessageCommand({ QueueUrl: urlOf('EventQueue'), WaitTimeSeconds: 5 }),
    );
    queues.destroy();
    expect(Messages.map(({ Body = '' }) => JSON.parse(Body))).toMatchObject([{ source: 's' }]);
  });

  it('gives functions the endpoints of EventBridge and KMS, and encrypts for clients', async () => {
    const { endpoints, outputs, region, credentials } = now();
    await expect.poll(functionLog).toContain(`"AWS_ENDPOINT_URL_EVENTBRIDGE":"${endpoints.eventBridge}"`);
    expect(functionLog()).toContain(`"AWS_ENDPOINT_URL_KMS":"${endpoints.kms}"`);
    const kms = createKmsClient({ endpoint: endpoints.kms, region, credentials });
    const cipher = createKmsCipher(kms, outputs['KeyId'] ?? '');
    const context = { organizationId: 'o', endpointId: 'e' };
    expect(await cipher.decrypt(await cipher.encrypt('secret', context), context)).toBe('secret');
  });

  it('leaves no process and no file of a running service when it stops', async () => {
    const engineNow = enginePid(directory);
    second?.child.kill('SIGINT');
    expect(await second?.exit).toBe(0);
    expect(isRunning(engineNow)).toBe(false);
    const files = ['runner.json', 'endpoints.json', 'dynamodb.pid'];
    expect(files.filter((name) => existsSync(join(directory, name)))).toEqual([]);
  });
});
