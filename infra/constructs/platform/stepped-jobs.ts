import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FileServiceProps } from './file-bucket.ts';
import { type AlarmDefinition, AT_ONCE, countLines, PERIOD, queueDepth } from './metrics.ts';
import { addQueueConsumer, createFailureQueue, createWorkQueue, grantSendMessages } from './queues.ts';
import { ServiceFunction, type TableAccess } from './service-function.ts';

/** The longest that Lambda allows: a job continues in further steps. */
const TIMEOUT = Duration.minutes(15);

/** Gives a whole vCPU (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). */
const MEMORY_MB = 1769;

/** What the stack gives to all of them. */
export interface SteppedJobsContext extends FileServiceProps {
  /** Queues the jobs that no message starts. */
  readonly resumer: LambdaFunction;
}

export interface SteppedJobsProps extends SteppedJobsContext {
  /** The construct id of the function. */
  readonly functionId: string;
  readonly functionName: string;
  readonly description: string;
  readonly access: readonly TableAccess[];
  /** The environment variable with the URL of the queue. */
  readonly queueVariable: string;
  /** How many jobs run at a time. */
  readonly maxConcurrency: number;
  /** What the function may do with objects below which prefixes of the bucket. */
  readonly objects: { readonly actions: readonly `s3:${string}`[]; readonly prefixes: readonly string[] };
}

/**
 * A function that works on long jobs with files of the bucket, step by step, and hands them on by its queue.
 */
export abstract class SteppedJobs extends Construct {
  /** Jobs to start or continue. */
  readonly queue: Queue;
  /** The dead-letter queue. */
  readonly failures: Queue;
  readonly handler: LambdaFunction;
  /** The log of the function: one line per job that ended. */
  readonly log: LogGroup;
  /** The environment of functions that queue jobs. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: SteppedJobsProps) {
    super(scope, id);
    const { functionId, functionName, description, access, table, files, config } = props;
    this.failures = createFailureQueue(this, 'Failures');
    // A process that was lost is noticed only when its message appears again: no later than necessary. Lambda
    // retries throttled invocations for the minute that is left; a step that runs twice is fenced by its
    // lease.
    this.queue = createWorkQueue(this, 'Queue', this.failures, TIMEOUT, TIMEOUT.plus(Duration.minutes(1)));
    this.environment = { ...files.environment, [props.queueVariable]: this.queue.queueUrl };
    const { function: handler, logGroup } = new ServiceFunction(this, functionId, {
      functionName,
      description,
      table,
      access,
      environment: this.environment,
      timeout: TIMEOUT,
      memoryMb: MEMORY_MB,
      sendsToItself: true,
      config,
    });
    this.log = logGroup;
    this.handler = handler;
    files.grantObjects(handler, props.objects.actions, props.objects.prefixes);
    files.grantList(handler, props.objects.prefixes);
    grantSendMessages(handler, [this.queue]);
    props.resumer.addEnvironment(props.queueVariable, this.queue.queueUrl);
    grantSendMessages(props.resumer, [this.queue]);
    addQueueConsumer(handler, this.queue, { batchSize: 1, maxConcurrency: props.maxConcurrency });
  }
}

/**
 * Creates the metric of jobs that failed.
 *
 * @param field the field of the log line that says how a job ended
 */
export const countFailedJobs = (
  scope: Construct,
  id: string,
  { log }: SteppedJobs,
  field: 'state' | 'status',
): Metric => countLines(scope, id, log, FilterPattern.stringValue(`$.message.${field}`, '=', 'failed'));

/**
 * The alarms of jobs that failed, and of those whose messages are in the dead-letter queue.
 *
 * @param what the jobs, such as `exports`
 * @param meaning of a failed one
 */
export const jobAlarms = (
  what: string,
  meaning: string,
  { failures }: SteppedJobs,
  failed: Metric,
): readonly AlarmDefinition[] => [
  { name: `${what}-failed`, meaning, metric: failed.with({ period: PERIOD }), threshold: 1, ...AT_ONCE },
  {
    name: `${what}-set-aside`,
    meaning: `Our own code failed on ${what}, whose messages wait in the queue of failures.`,
    metric: queueDepth(failures, 'messages'),
    threshold: 1,
    ...AT_ONCE,
  },
];
