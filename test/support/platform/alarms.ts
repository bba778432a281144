import type { Template } from 'aws-cdk-lib/assertions';
import { resourcesOf } from './synthesis.ts';

export interface MetricStat {
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  };
  readonly Period: number;
  readonly Stat: string;
}

export interface AlarmProperties {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Metrics?: readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: MetricStat;
  }[];
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Period?: number;
  readonly Statistic?: string;
  readonly TreatMissingData: string;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm: number;
  readonly AlarmActions?: readonly unknown[];
  readonly OKActions?: readonly unknown[];
}

/** The CloudWatch alarms of a template. */
export const alarmsOf = (template: Template): readonly AlarmProperties[] =>
  [...resourcesOf<AlarmProperties>(template, 'AWS::CloudWatch::Alarm').values()].map(
    ({ Properties }) => Properties,
  );
