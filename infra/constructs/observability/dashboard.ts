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
} from './metrics.ts';
import type { Watched } from './watched.ts';

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 8, leftYAxis: { min: 0 } });

const apiGraphs = (title: string, api: RestApi): readonly GraphWidget[] => {
  const { requests, clientErrors, serverErrors, latency } = apiMetrics(api);
  return [
    graph(`${title}: requests`, [requests], [clientErrors, serverErrors]),
    graph(`${title}: milliseconds`, [latency('p50'), latency('p90'), latency('p99')]),
  ];
};

/** Creates the service's dashboard, with its alarms on top. Its name is that of the stack. */
export const createDashboard = (scope: Construct, watched: Watched, alarms: readonly Alarm[]): void => {
  const { logMetrics } = watched;
  const logMetric = (metric: keyof typeof logMetrics, label: string): IMetric =>
    logMetrics[metric].with({ period: PERIOD, label });
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: Stack.of(scope).stackName,
    defaultInterval: Duration.days(1),
  });
  dashboard.addWidgets(
    new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 16, height: 4 }),
    new TextWidget({
      markdown: 'What each alarm means and what to do: `infra/docs/runbook.md`.',
      width: 8,
      height: 4,
    }),
  );
  dashboard.addWidgets(
    ...apiGraphs('Data API', watched.dataApi),
    graph('Data API: refused', [
      logMetric('limitedRequests', '429'),
      logMetric('authorizerFailures', 'failures of the authorizer'),
    ]),
  );
  dashboard.addWidgets(
    ...apiGraphs('Admin API', watched.adminApi),
    graph('Functions of the account', [accountConcurrency()], [accountThrottles()]),
  );
  dashboard.addWidgets(
    graph('Table', tableConsumption(watched.table), [tableThrottles(watched.table)]),
    graph('Changes that wait', [iteratorAge(watched.publish)]),
    graph('Set aside', [
      queueDepth(watched.unpublished, 'changes'),
      ...watched.failureQueues.map((queue, index) =>
        queueDepth(queue, index === 0 ? 'events and retries' : 'first attempts'),
      ),
    ]),
  );
  dashboard.addWidgets(
    graph('Webhooks: attempts', [
      logMetric('webhookAttempts', 'attempts'),
      logMetric('webhookSuccesses', 'successes'),
    ]),
    graph('Webhooks: the oldest message, seconds', [
      queueAge(watched.eventQueue, 'events'),
      queueAge(watched.firstQueue, 'first attempts'),
      queueAge(watched.retryQueue, 'retries'),
    ]),
    graph('Webhooks: due deliveries', [
      watched.requeue.metricInvocations({ period: PERIOD, label: 'runs' }),
      watched.requeue.metricErrors({ period: PERIOD, label: 'failures' }),
    ]),
  );
};
