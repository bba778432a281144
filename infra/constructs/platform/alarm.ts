import type { Duration } from 'aws-cdk-lib';
import { type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { formula } from './metrics.ts';

/** An alarm of the service. The runbook has an entry of the same name. */
export interface AlarmDefinition extends Omit<AlarmProps, 'evaluationPeriods'> {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly meaning: string;
  /** @default that of `ALARM_DEFAULTS` */
  readonly evaluationPeriods?: number;
}

/** Breaching: 2 of 3 periods at or above the threshold. Missing data is not. */
export const ALARM_DEFAULTS = {
  datapointsToAlarm: 2,
  evaluationPeriods: 3,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

/** Makes values below the threshold breaching. */
export const TOO_LOW = { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD };
/** Makes the first breaching period raise the alarm. */
export const AT_ONCE = { datapointsToAlarm: 1, evaluationPeriods: 1 };

/** Makes an alarm for a scheduled function that has not succeeded once within a period. */
export const noSuccessWithin = (scheduled: LambdaFunction, period: Duration) => ({
  metric: formula(
    'runs that succeeded',
    'FILL(runs, 0) - FILL(errors, 0)',
    { runs: scheduled.metricInvocations({ period }), errors: scheduled.metricErrors({ period }) },
    period,
  ),
  threshold: 1,
  ...TOO_LOW,
  ...AT_ONCE,
  treatMissingData: TreatMissingData.BREACHING,
});
