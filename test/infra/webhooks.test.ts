import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STREAM_FILTERS } from '../../shared/events/stream-filters.ts';
import { resourcesOf, synthesize } from '../support/synthesis.ts';

const template = synthesize('production');

/** `Fn::GetAtt` of the one resource whose logical id starts so. */
const arnOf = (start: string) => ({ 'Fn::GetAtt': [Match.stringLikeRegexp(`^${start}`), 'Arn'] });

const hasResource = (type: string, properties: object): void =>
  template.hasResourceProperties(type, Match.objectLike(properties));

/** Every statement of the policies of the functions whose logical id starts so, as JSON. */
const statementsOf = (start: string): string[] =>
  [...resourcesOf(template, 'AWS::IAM::Policy')]
    .filter(([id]) => id.startsWith(start))
    .flatMap(([, { Properties }]) =>
      (Properties['PolicyDocument'] as { Statement: object[] }).Statement.map((each) => JSON.stringify(each)),
    );

describe('the way of a change to the bus', () => {
  it('starts no function for what is no event, and gives up nothing before it has been set aside', () => {
    const mappings = [...resourcesOf(template, 'AWS::Lambda::EventSourceMapping').values()];
    const stream = mappings.find(({ Properties }) => Properties['StartingPosition'] !== undefined);
    expect(stream?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 1000,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    const filters = stream?.Properties['FilterCriteria'] as { Filters: { Pattern: string }[] } | undefined;
    const patterns = filters?.Filters.map(({ Pattern }) => JSON.parse(Pattern));
    expect(patterns).toEqual(STREAM_FILTERS);
  });

  it('ends on a bus of its own, which is archived', () => {
    hasResource('AWS::Events::Archive', { EventPattern: { source: ['sales-data'] }, RetentionDays: 30 });
    expect(statementsOf('ChangeEventsPublish').filter((each) => each.includes('events:PutEvents'))).toEqual([
      expect.stringContaining('ChangeEventsBus'),
    ]);
  });
});

describe('the way of an event to its deliveries', () => {
  it('is a rule that retries, and sets aside what it cannot hand on', () => {
    hasResource('AWS::Events::Rule', {
      EventPattern: { source: ['sales-data'] },
      State: 'ENABLED',
      Targets: [
        Match.objectLike({
          Arn: arnOf('WebhooksEvents'),
          DeadLetterConfig: { Arn: arnOf('WebhooksFailures') },
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        }),
      ],
    });
  });

  it('hands out first attempts one by one and by endpoint, and the others in batches', () => {
    hasResource('AWS::SQS::Queue', {
      FifoQueue: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      RedrivePolicy: { deadLetterTargetArn: arnOf('WebhooksFirstAttemptFailures'), maxReceiveCount: 100 },
    });
    for (const [queue, batchSize, concurrency] of [
      ['WebhooksEvents', 10, 20],
      ['WebhooksFirstAttempts', 1, 200],
      ['WebhooksRetries', 10, 20],
    ] as const) {
      hasResource('AWS::Lambda::EventSourceMapping', {
        EventSourceArn: arnOf(queue),
        BatchSize: batchSize,
        ScalingConfig: { MaximumConcurrency: concurrency },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
    }
  });

  it('hides a message from others for longer than its function may take', () => {
    const queues = resourcesOf(template, 'AWS::SQS::Queue');
    const functions = resourcesOf(template, 'AWS::Lambda::Function');
    let checked = 0;
    for (const { Properties } of resourcesOf(template, 'AWS::Lambda::EventSourceMapping').values()) {
      const [queueId = ''] = (Properties['EventSourceArn'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
      const visibility = queues.get(queueId)?.Properties['VisibilityTimeout'];
      if (visibility === undefined) continue;
      const { Ref: functionId } = Properties['FunctionName'] as { Ref: string };
      const timeout = Number(functions.get(functionId)?.Properties['Timeout']);
      expect(Number(visibility)).toBeGreaterThanOrEqual(2 * timeout);
      checked += 1;
    }
    expect(checked).toBe(3);
  });

  it('keeps messages for as long as SQS can, encrypted, in every queue', () => {
    const queues = resourcesOf(template, 'AWS::SQS::Queue');
    expect(queues.size).toBe(6);
    for (const { Properties } of queues.values()) {
      expect(Properties).toMatchObject({ MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true });
    }
  });

  it('looks every minute for what is due', () => {
    hasResource('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      Targets: [Match.objectLike({ Arn: arnOf('WebhooksRequeueFunction') })],
    });
  });
});

describe('the secrets of endpoints', () => {
  it('are encrypted with a key that only the delivering function may decrypt with', () => {
    hasResource('AWS::KMS::Key', { EnableKeyRotation: true });
    const decrypting = [...resourcesOf(template, 'AWS::IAM::Policy')]
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes('kms:Decrypt'))
      .map(([id]) => id);
    expect(decrypting).toEqual([expect.stringMatching(/^WebhooksDeliverRole/)]);
  });
});
