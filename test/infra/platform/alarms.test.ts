import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STAGE_NAMES } from '../../../infra/config.ts';
import { type AlarmProperties, alarmsOf, type MetricStat } from '../../support/platform/alarms.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const template = synthesize('production');
const alarms = alarmsOf(template);
const nameOf = ({ AlarmName }: AlarmProperties): string => AlarmName.replace('SalesData-production-', '');

const metricsOf = (alarm: AlarmProperties): readonly MetricStat[] =>
  alarm.Metrics?.flatMap(({ MetricStat: stat }) => stat ?? []) ?? [
    {
      Metric: { Namespace: alarm.Namespace ?? '', MetricName: alarm.MetricName ?? '' },
      Period: alarm.Period ?? 0,
      Stat: alarm.Statistic ?? '',
    },
  ];

/**
 * The metrics that AWS publishes, with their dimensions. Sources: the pages linked in
 * `infra/constructs/platform/metrics.ts`.
 */
const PUBLISHED: readonly string[] = [
  ...['Count', 'Latency'].map((name) => `AWS/ApiGateway ${name} by ApiName, Stage`),
  ...['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) => [
    `AWS/DynamoDB ${name} by TableName`,
    `AWS/DynamoDB ${name} by GlobalSecondaryIndexName, TableName`,
  ]),
  'AWS/Lambda Throttles by nothing',
  ...['IteratorAge', 'Invocations', 'Errors'].map((name) => `AWS/Lambda ${name} by FunctionName`),
  ...['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'].map(
    (name) => `AWS/SQS ${name} by QueueName`,
  ),
];

const describeMetric = ({ Metric: { Namespace, MetricName, Dimensions = [] } }: MetricStat): string =>
  `${Namespace} ${MetricName} by ${Dimensions.map(({ Name }) => Name).join(', ') || 'nothing'}`;

/** The metrics from log lines. */
const counted = [...resourcesOf(template, 'AWS::Logs::MetricFilter').values()].map(({ Properties }) => {
  const [transformation] = Properties['MetricTransformations'] as Record<string, unknown>[];
  return `${transformation?.['MetricNamespace']} ${transformation?.['MetricName']} by nothing`;
});

describe('the alarms', () => {
  it('declares exactly the expected alarms', () => {
    expect(alarms.map(nameOf).sort()).toEqual([
      'admin-api-errors',
      'authorizer-failures',
      'changes-behind',
      'changes-set-aside',
      'data-api-errors',
      'data-api-slow',
      'exports-failed',
      'exports-set-aside',
      'functions-throttled',
      'imports-failed',
      'imports-set-aside',
      'jobs-stalled',
      'lookups-behind',
      'lookups-set-aside',
      'records-not-expiring',
      'requests-limited',
      'requests-near-limit',
      'retries-not-queued',
      'sign-ins-failing',
      'table-throttled',
      'webhooks-behind',
      'webhooks-failing',
      'webhooks-not-created',
      'webhooks-set-aside',
    ]);
  });

  it.each(alarms.map((alarm) => [nameOf(alarm), alarm] as const))(
    'links %s to its entry in the runbook',
    (name, { AlarmDescription: description }) => {
      const [, file = '', anchor] = /What to do: (\S+)#(\S+)$/.exec(description) ?? [];
      expect(anchor).toBe(name);
      const headings = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.*)$/gm);
      expect([...headings].map(([, heading]) => heading)).toContain(name);
    },
  );

  it.each(alarms.map((alarm) => [nameOf(alarm), alarm] as const))(
    "reads published metrics for %s, within CloudWatch's limits",
    (_, alarm) => {
      const metrics = metricsOf(alarm);
      for (const metric of metrics) expect([...PUBLISHED, ...counted]).toContain(describeMetric(metric));
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html
      expect(metrics.length).toBeLessThanOrEqual(10);
      expect(new Set(metrics.map(({ Period }) => Period)).size).toBe(1);
      expect((metrics[0]?.Period ?? 0) * alarm.EvaluationPeriods).toBeLessThanOrEqual(86_400);
      expect(alarm.DatapointsToAlarm).toBeLessThanOrEqual(alarm.EvaluationPeriods);
      for (const { Expression: expression } of alarm.Metrics ?? []) {
        for (const [id] of expression?.matchAll(/\b[a-z]\w*\b/g) ?? []) {
          expect(alarm.Metrics?.map(({ Id }) => Id)).toContain(id);
        }
      }
    },
  );

  it('treats missing data as breaching only for scheduled functions', () => {
    const breaching = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(breaching.map(nameOf)).toEqual(['records-not-expiring', 'retries-not-queued']);
    expect(new Set(alarms.map(({ TreatMissingData }) => TreatMissingData)).size).toBe(2);
  });

  it('names alarms and APIs after their stage', () => {
    for (const stage of STAGE_NAMES) {
      const stageAlarms = alarmsOf(synthesize(stage));
      for (const { AlarmName } of stageAlarms) expect(AlarmName).toMatch(new RegExp(`^SalesData-${stage}-`));
      const apis = [...resourcesOf(synthesize(stage), 'AWS::ApiGateway::RestApi').values()];
      const names = apis.map(({ Properties }) => Properties['Name']).sort();
      expect(names).toEqual([`SalesData-${stage}-admin`, `SalesData-${stage}-api`]);
      const watched = stageAlarms
        .flatMap(metricsOf)
        .flatMap(({ Metric: { Dimensions = [] } }) => Dimensions.filter(({ Name }) => Name === 'ApiName'));
      expect([...new Set(watched.map(({ Value }) => Value))].sort()).toEqual(names);
    }
  });
});

describe('log metrics', () => {
  const filters = [...resourcesOf(template, 'AWS::Logs::MetricFilter').values()].map(({ Properties }) =>
    String(Properties['FilterPattern']),
  );

  it('matches only fields that are logged', () => {
    const written = [
      ...[...resourcesOf(template, 'AWS::ApiGateway::Stage').values()].map(({ Properties }) =>
        Object.keys(JSON.parse((Properties['AccessLogSetting'] as { Format: string }).Format)),
      ),
      ['message.attempts', 'message.successes', 'message.status', 'message.state', 'message.failures'],
      ['message.resumedJobs'],
    ].flat();
    const fields = filters.flatMap((filter) =>
      [...filter.matchAll(/\$\.([\w.]+)/g)].map(([, field]) => field),
    );
    expect(fields.length).toBeGreaterThan(4);
    for (const field of fields) expect(written).toContain(field);
  });

  it('counts every 5xx of both APIs, except for keys that are not active yet', () => {
    const pattern = '{ ($.status = "5*") && ($.error != "INVALID_API_KEY") }';
    expect(filters.filter((filter) => filter.includes('$.status = "5'))).toEqual([pattern, pattern]);
    // The pattern matches text only.
    for (const { Properties } of resourcesOf(template, 'AWS::ApiGateway::Stage').values()) {
      const { Format } = Properties['AccessLogSetting'] as { Format: string };
      expect(JSON.parse(Format).status).toBe('$context.status');
    }
  });

  it('distinguishes failures of the authorizer from rejected keys', () => {
    const [failures] = filters.filter((filter) => filter.includes('AUTHORIZER'));
    expect(failures).toContain('AUTHORIZER_FAILURE');
    expect(failures).toContain('AUTHORIZER_CONFIGURATION_ERROR');
    expect(failures).not.toContain('UNAUTHORIZED');
  });
});
