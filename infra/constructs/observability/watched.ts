import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceTable } from '../data-table.ts';
import type { LogMetrics } from './log-metrics.ts';

/** What alarms and the dashboard look at. */
export interface Watched {
  readonly dataApi: RestApi;
  readonly adminApi: RestApi;
  readonly table: ServiceTable;
  /** Puts the changes of the table on the bus. */
  readonly publish: LambdaFunction;
  /** Changes that could not be published. */
  readonly unpublished: Queue;
  /**
   * Where events wait to be made deliveries of, and deliveries for their first attempt and for the others.
   */
  readonly eventQueue: Queue;
  readonly firstQueue: Queue;
  readonly retryQueue: Queue;
  /** What our own code failed on. */
  readonly failureQueues: readonly Queue[];
  readonly requeue: LambdaFunction;
  readonly logMetrics: LogMetrics;
}
