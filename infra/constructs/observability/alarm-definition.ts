import {
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm of the service. Its name is that of its entry in the runbook. */
export interface AlarmDefinition {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly meaning: string;
  readonly metric: IMetric;
  /** Reached or exceeded: wrong. */
  readonly threshold: number;
  /** Below the threshold is wrong instead. */
  readonly isTooLow?: true;
  /** Of so many periods of the metric, so many have to be wrong. Default: 2 of 3. */
  readonly periods?: readonly [wrong: number, of: number];
  /** No data is wrong, too. Default: no data is as it should be, for there was nothing to count. */
  readonly isWrongWithoutData?: true;
}

/** The properties of the alarm in CDK's words. */
export const alarmProps = (definition: AlarmDefinition): AlarmProps => {
  const { name, meaning, metric, threshold, isTooLow, periods = [2, 3], isWrongWithoutData } = definition;
  const [datapointsToAlarm, evaluationPeriods] = periods;
  return {
    metric,
    threshold,
    datapointsToAlarm,
    evaluationPeriods,
    alarmDescription: `${meaning} What to do: infra/docs/runbook.md#${name}`,
    comparisonOperator:
      isTooLow === undefined
        ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData:
      isWrongWithoutData === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
  };
};
