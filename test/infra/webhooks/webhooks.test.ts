import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { STREAM_FILTERS } from '../../../shared/events/stream-filters.ts';
import { permissionsOf, resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');

/** Matches `Fn::GetAtt` for the ARN of a resource, by the start of its logical id. */
const arnOf = (start: string) => ({ 'Fn::GetAtt': [Match.stringLikeRegexp(`^${start}`), 'Arn'] });

const hasResource = (type: string, properties: object): void =>
  template.hasResourceProperties(type, Match.objectLike(properties));

/** The policy statements of functions, as JSON, by the start of their logical ids. */
const statementsOf = (start: string): string[] =>
  [...permissionsOf(template)]
    .filter(([id]) => id.startsWith(start))
    .flatMap(([, permissions]) => permissions as readonly { Statement: object[] }[])
    .flatMap(({ Statement }) => Statement.map((each) => JSON.stringify(each)));

describe('publishing of table changes', () => {
  it('skips changes that are not events, and sends changes that keep failing to a failure queue', () => {
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

  it('publishes events to a dedicated bus', () => {
    expect(statementsOf('ChangeEventsPublish').filter((each) => each.includes('events:PutEvents'))).toEqual([
      expect.stringContaining('ChangeEventsBus'),
    ]);
  });
});

describe('webhook delivery', () => {
  it('retries the rule that starts deliveries, and gives it a dead-letter queue', () => {
    hasResource('AWS::Events::Rule', {
      EventPattern: { source: ['sales-data'] },
      State: 'ENABLED',
      Targets: [
        Match.objectLike({
          Arn: arnOf('WebhooksEvents'),
          DeadLetterConfig: { Arn: arnOf('WebhooksUndeliveredEvents') },
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
        }),
      ],
    });
  });

  it('receives first attempts from a FIFO queue, and later ones from another, in batches', () => {
    hasResource('AWS::SQS::Queue', {
      FifoQueue: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      RedrivePolicy: { deadLetterTargetArn: arnOf('WebhooksFirstAttemptFailures'), maxReceiveCount: 500 },
    });
    for (const [queue, batchSize, concurrency] of [
      ['WebhooksEvents', 10, 20],
      ['WebhooksFirstAttempts', 10, 200],
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

  it('lets functions send messages to their own queues without being stopped as an endless loop', () => {
    const functions = [...resourcesOf(template, 'AWS::Lambda::Function')];
    const namesOf = (ids: readonly string[]) => ids.map((id) => id.replace(/Function\w+$/, '')).sort();
    const mappings = [...resourcesOf(template, 'AWS::Lambda::EventSourceMapping').values()];
    const sendsToItself = ([id]: (typeof functions)[number]): boolean =>
      mappings
        .filter(({ Properties }) => (Properties['FunctionName'] as { Ref: string }).Ref === id)
        .some(({ Properties }) => {
          const queue = JSON.stringify(Properties['EventSourceArn']);
          const statements = namesOf([id]).flatMap(statementsOf);
          return statements.some((each) => each.includes('"sqs:SendMessage"') && each.includes(queue));
        });
    const looping = namesOf(functions.filter(sendsToItself).map(([id]) => id));
    expect(looping).toEqual([
      'ExportsWriteExports',
      'ImportsImportFiles',
      'WebhooksDeliver',
      'WebhooksFanOut',
    ]);
    const allowed = functions.filter(([, { Properties }]) => Properties['RecursiveLoop'] === 'Allow');
    expect(namesOf(allowed.map(([id]) => id))).toEqual(looping);
  });

  it("keeps received messages invisible for at least twice the function's timeout", () => {
    const queues = resourcesOf(template, 'AWS::SQS::Queue');
    const functions = resourcesOf(template, 'AWS::Lambda::Function');
    let checked = 0;
    for (const { Properties } of resourcesOf(template, 'AWS::Lambda::EventSourceMapping').values()) {
      const [queueId = ''] = (Properties['EventSourceArn'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
      const visibility = queues.get(queueId)?.Properties['VisibilityTimeout'];
      if (visibility === undefined || !queueId.startsWith('Webhooks')) continue;
      const { Ref: functionId } = Properties['FunctionName'] as { Ref: string };
      const timeout = Number(functions.get(functionId)?.Properties['Timeout']);
      expect(Number(visibility)).toBeGreaterThanOrEqual(2 * timeout);
      checked += 1;
    }
    expect(checked).toBe(3);
  });

  it('retains messages of up to 1 MiB for the maximum of 14 days, encrypted, in every queue', () => {
    const queues = resourcesOf(template, 'AWS::SQS::Queue');
    expect(queues.size).toBe(12);
    for (const { Properties } of queues.values()) {
      expect(Properties).toMatchObject({
        MaximumMessageSize: 1_048_576,
        MessageRetentionPeriod: 1_209_600,
        SqsManagedSseEnabled: true,
      });
    }
  });

  it('queues due deliveries every minute', () => {
    hasResource('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      Targets: [
        Match.objectLike({ Arn: arnOf('WebhooksRequeueFunction'), RetryPolicy: { MaximumRetryAttempts: 0 } }),
      ],
    });
  });

  it('does not retry a failed run, because the next one follows', () => {
    hasResource('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp('^WebhooksRequeueFunction') },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });
});

describe('endpoint secrets', () => {
  it('lets only the functions that send deliveries or repeat a response decrypt endpoint secrets', () => {
    hasResource('AWS::KMS::Key', { EnableKeyRotation: true });
    const decrypting = [...permissionsOf(template)]
      .filter(([, permissions]) => JSON.stringify(permissions).includes('kms:Decrypt'))
      .map(([id]) => id);
    expect(decrypting.toSorted()).toEqual([
      expect.stringMatching(/^SalesApiCreateWebhookEndpointRole/),
      expect.stringMatching(/^WebhooksDeliverRole/),
    ]);
  });
});
