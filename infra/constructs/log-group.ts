import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';

/** A log group with the stage's retention. It outlives the stack in stages that retain data. */
export const createLogGroup = (scope: Construct, id: string, config: StageConfig): LogGroup =>
  new LogGroup(scope, id, {
    retention: config.logRetentionDays as RetentionDays,
    removalPolicy: config.retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
