import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceTable } from '../data-table.ts';
import type { LogMetrics } from './log-metrics.ts';

/** The resources that alarms and the dashboard monitor. */
export interface Watched {
  readonly dataApi: RestApi;
  readonly adminApi: RestApi;
  readonly table: ServiceTable;
  /** Publishes table changes on the bus. */
  readonly publish: LambdaFunction;
  /** Changes that could not be published. */
  readonly unpublished: Queue;
  /** Events to fan out into deliveries. */
  readonly eventQueue: Queue;
  /** Deliveries before their first attempt. */
  readonly firstQueue: Queue;
  /** Deliveries before any later attempt. */
  readonly retryQueue: Queue;
  /** Dead-letter queues. */
  readonly failureQueues: readonly Queue[];
  readonly requeue: LambdaFunction;
  readonly logMetrics: LogMetrics;
}
