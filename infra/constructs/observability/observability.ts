import { Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Construct } from 'constructs';
import { ALARM_DEFAULTS } from '../platform/alarm.ts';
import { alarmTopic } from './alarm-topic.ts';
import { alarmDefinitions, createLogMetrics } from './alarms.ts';
import { createDashboard } from './dashboard.ts';
import type { Watched } from './watched.ts';

/** Alarms with their notifications, and a dashboard. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const logMetrics = createLogMetrics(this, watched);
    const { alarmNotification: notification = 'none' } = watched.config;
    const action = notification === 'none' ? undefined : new SnsAction(alarmTopic(this, notification));
    const alarms = alarmDefinitions(watched, logMetrics).map(({ name, meaning, ...props }) => {
      const alarm = new Alarm(this, name, {
        ...ALARM_DEFAULTS,
        ...props,
        alarmName: `${Stack.of(this).stackName}-${name}`,
        alarmDescription: `${meaning} What to do: infra/docs/runbook/alarms.md#${name}`,
      });
      if (action !== undefined) {
        alarm.addAlarmAction(action);
        alarm.addOkAction(action);
      }
      return alarm;
    });
    createDashboard(this, watched, logMetrics, alarms);
  }
}
