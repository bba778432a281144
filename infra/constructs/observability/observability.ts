import { Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import type { StageConfig } from '../../config.ts';
import type { AdminApi } from '../admin-api.ts';
import type { ChangeEvents } from '../change-events.ts';
import type { ServiceTable } from '../data-table.ts';
import type { SalesApi } from '../sales-api.ts';
import type { Webhooks } from '../webhooks.ts';
import { alarmProps } from './alarm-definition.ts';
import { alarmTopic } from './alarm-topic.ts';
import { apiAlarms, capacityAlarms } from './api-alarms.ts';
import { createDashboard } from './dashboard.ts';
import { createLogMetrics } from './log-metrics.ts';
import type { Watched } from './watched.ts';
import { webhookAlarms } from './webhook-alarms.ts';

export interface ObservabilityProps {
  readonly table: ServiceTable;
  readonly salesApi: SalesApi;
  readonly adminApi: AdminApi;
  readonly changeEvents: ChangeEvents;
  readonly webhooks: Webhooks;
  readonly config: StageConfig;
}

/** Alarms with their notifications, and a dashboard. */
export class Observability extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { table, salesApi, adminApi, changeEvents, webhooks, config }: ObservabilityProps,
  ) {
    super(scope, id);
    const { publish, unpublished } = changeEvents;
    const { eventQueue, firstQueue, retryQueue, failureQueues, requeue, attemptLog } = webhooks;
    const watched: Watched = {
      dataApi: salesApi.api,
      adminApi: adminApi.api,
      table,
      publish,
      unpublished,
      eventQueue,
      firstQueue,
      retryQueue,
      failureQueues,
      requeue,
      logMetrics: createLogMetrics(this, { accessLog: salesApi.accessLog, attemptLog }),
    };
    const { alarmNotification: notification, slowRequestMilliseconds } = config;
    const action = notification === undefined ? undefined : new SnsAction(alarmTopic(this, notification));
    const definitions = [
      ...apiAlarms(watched, slowRequestMilliseconds),
      ...capacityAlarms(watched),
      ...webhookAlarms(watched),
    ];
    const alarms = definitions.map((definition) => {
      const alarm = new Alarm(this, definition.name, {
        alarmName: `${Stack.of(this).stackName}-${definition.name}`,
        ...alarmProps(definition),
      });
      if (action !== undefined) {
        alarm.addAlarmAction(action);
        alarm.addOkAction(action);
      }
      return alarm;
    });
    createDashboard(this, watched, alarms);
  }
}
