import type { Construct } from 'constructs';
import { apiAlarms, createApiMetrics } from '../apis/alarms.ts';
import { eventAlarms } from '../events/alarms.ts';
import { countFailedImports, importAlarms } from '../imports/alarms.ts';
import { userAlarms } from '../organizations/alarms.ts';
import type { AlarmDefinition } from '../platform/alarm.ts';
import { accountThrottles, tableThrottles } from '../platform/metrics.ts';
import { recordAlarms } from '../records/alarms.ts';
import { createWebhookMetrics, webhookAlarms } from '../webhooks/alarms.ts';
import type { Watched } from './watched.ts';

/** Creates the metrics that AWS does not provide, from logs. */
export const createLogMetrics = (scope: Construct, { salesApi, adminApi, webhooks, imports }: Watched) => ({
  ...createApiMetrics(scope, salesApi, adminApi),
  ...createWebhookMetrics(scope, webhooks),
  failedImports: countFailedImports(scope, imports),
});

export type LogMetrics = ReturnType<typeof createLogMetrics>;

/** All alarms: of capacity, of requests, and of each capability. */
export const alarmDefinitions = (
  { table, salesApi, adminApi, changeEvents, lookups, webhooks, imports, expiry, config }: Watched,
  logMetrics: LogMetrics,
): readonly AlarmDefinition[] => [
  ...apiAlarms(salesApi, adminApi, logMetrics, config),
  ...userAlarms(adminApi.users),
  {
    name: 'functions-throttled',
    meaning: 'Lambda refuses to start functions: the account has no concurrency left.',
    metric: accountThrottles(),
    threshold: 10,
  },
  {
    name: 'table-throttled',
    meaning: 'DynamoDB refuses reads or writes of the table.',
    metric: tableThrottles(table),
    threshold: 10,
  },
  ...eventAlarms(changeEvents),
  ...recordAlarms(lookups, expiry),
  ...webhookAlarms(webhooks, logMetrics),
  ...importAlarms(imports, logMetrics.failedImports),
];
