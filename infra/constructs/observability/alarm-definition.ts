import {
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';

/** An alarm of the service. The runbook has an entry of the same name. */
export interface AlarmDefinition {
  readonly name: string;
  /** What is wrong, in one sentence. */
  readonly meaning: string;
  readonly metric: IMetric;
  /** Values at or above it are breaching. */
  readonly threshold: number;
  /** Makes values below the threshold breaching instead. */
  readonly isTooLow?: true;
  /** How many of the last periods have to be breaching. Default: 2 of 3. */
  readonly periods?: readonly [breaching: number, of: number];
  /** Treats missing data as breaching. Default: not breaching. */
  readonly isWrongWithoutData?: true;
}

/** The CDK properties of an alarm. */
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
