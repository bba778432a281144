import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import {
  accountConcurrency,
  accountThrottles,
  apiMetrics,
  iteratorAge,
  PERIOD,
  queueAge,
  queueDepth,
  tableConsumption,
  tableThrottles,
} from '../platform/metrics.ts';
import type { LogMetrics, Watched } from './alarms.ts';

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 8, leftYAxis: { min: 0 } });

const apiGraphs = (title: string, api: RestApi, errors: IMetric): readonly GraphWidget[] => {
  const { requests, latency } = apiMetrics(api);
  return [
    graph(`${title}: requests`, [requests], [errors]),
    graph(`${title}: milliseconds`, [latency('p50'), latency('p90'), latency('p99')]),
  ];
};

/** Creates the service's dashboard, with its alarms on top. Its name is that of the stack. */
export const createDashboard = (
  scope: Construct,
  { table, salesApi, adminApi, changeEvents, lookups, webhooks }: Watched,
  logMetrics: LogMetrics,
  alarms: Alarm[],
): void => {
  const logMetric = (metric: keyof LogMetrics, label: string): IMetric =>
    logMetrics[metric].with({ period: PERIOD, label });
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: Stack.of(scope).stackName,
    defaultInterval: Duration.days(1),
  });
  dashboard.addWidgets(
    new AlarmStatusWidget({ title: 'Alarms', alarms, width: 16, height: 4 }),
    new TextWidget({
      markdown: 'What each alarm means and what to do: `infra/docs/runbook/alarms.md`.',
      width: 8,
      height: 4,
    }),
  );
  dashboard.addWidgets(
    ...apiGraphs('Data API', salesApi.api, logMetric('dataApiErrors', '5xx')),
    graph('Data API: refused', [
      logMetric('limitedRequests', '429'),
      logMetric('authorizerFailures', 'failures of the authorizer'),
    ]),
  );
  dashboard.addWidgets(
    ...apiGraphs('Admin API', adminApi.api, logMetric('adminApiErrors', '5xx')),
    graph('Functions of the account', [accountConcurrency()], [accountThrottles()]),
  );
  dashboard.addWidgets(
    graph('Table', tableConsumption(table), [tableThrottles(table)]),
    graph('Changes that wait', [
      iteratorAge(changeEvents.publish, 'events'),
      iteratorAge(lookups.index, 'lookups'),
    ]),
    graph('Dead-letter queues', [
      queueDepth(changeEvents.unpublished, 'changes'),
      queueDepth(lookups.unindexed, 'lookups'),
      ...Object.entries(webhooks.failureQueues).map(([label, queue]) => queueDepth(queue, label)),
    ]),
  );
  dashboard.addWidgets(
    graph('Webhooks: attempts', [
      logMetric('webhookAttempts', 'attempts'),
      logMetric('webhookSuccesses', 'successes'),
    ]),
    graph('Webhooks: the oldest message, seconds', [
      queueAge(webhooks.eventQueue, 'events'),
      queueAge(webhooks.firstQueue, 'first attempts'),
      queueAge(webhooks.retryQueue, 'retries'),
    ]),
    graph('Webhooks: due deliveries', [
      webhooks.requeue.metricInvocations({ period: PERIOD, label: 'runs' }),
      webhooks.requeue.metricErrors({ period: PERIOD, label: 'failures' }),
    ]),
  );
};
