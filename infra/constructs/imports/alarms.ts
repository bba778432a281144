import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type AlarmDefinition, AT_ONCE } from '../platform/alarm.ts';
import { countLines } from '../platform/log-metrics.ts';
import { PERIOD, queueDepth } from '../platform/metrics.ts';
import type { Imports } from './imports.ts';

/** Creates the metric of imports that ended without importing their file. */
export const countFailedImports = (scope: Construct, { log }: Imports): Metric =>
  countLines(scope, 'FailedImports', log, FilterPattern.stringValue('$.message.status', '=', 'failed'));

/** The alarms of imports. */
export const importAlarms = (imports: Imports, failedImports: Metric): readonly AlarmDefinition[] => [
  {
    name: 'imports-failed',
    meaning: 'An import failed: its file cannot be read, or our own code failed.',
    metric: failedImports.with({ period: PERIOD }),
    threshold: 1,
    ...AT_ONCE,
  },
  {
    name: 'imports-set-aside',
    meaning: 'Our own code failed on imports, whose messages wait in the queue of failures.',
    metric: queueDepth(imports.failures, 'messages'),
    threshold: 1,
    ...AT_ONCE,
  },
];
