import { Duration, Stack } from 'aws-cdk-lib';
import { type IEventBus, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IConstruct } from 'constructs';
import { EVENT_SOURCE } from '../../../shared/contract/events/events.ts';
import { DESTINATION_TYPES } from '../../../shared/contract/webhooks/destinations.ts';
import { SUBSCRIPTION_ATTRIBUTES } from '../../../shared/events/feed/feed-head.ts';
import {
  EVENT_QUEUE_URL_VARIABLE,
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
  SERVICE_ACCOUNT_ID_VARIABLE,
  WEBHOOK_DESTINATIONS_VARIABLE,
  WEBHOOK_KEY_ID_VARIABLE,
  WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE,
  WIDE_DELIVERIES_PER_SECOND_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import {
  COLLECTION_INDEX,
  DUE_INDEX,
  PART_INDEX,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../shared/table/items/schema.ts';
import type { StageConfig } from '../../config.ts';
import { acknowledge } from '../platform/acknowledge.ts';
import type { ServiceProps } from '../platform/data-table.ts';
import {
  addQueueConsumer,
  createFailureQueue,
  createWorkQueue,
  FIFO,
  grantCountMessages,
  grantSendMessages,
} from '../platform/queues.ts';
import { removalPolicyOf } from '../platform/retention.ts';
import { allow, ServiceFunction, type TableAccess } from '../platform/service-function.ts';

export interface WebhooksProps extends ServiceProps {
  readonly bus: IEventBus;
}

/**
 * An attempt takes up to 15 seconds, plus reading, decrypting, recording and queueing, each with retries
 * (test/infra/platform/time-limits.test.ts adds them up).
 */
const TIMEOUT = Duration.seconds(60);

/** What a worker of the retry queue makes per second: ten deliveries, to endpoints that respond within 200 ms. */
const PER_WORKER = 50;

/** Says whether the bus gets the events of an organization. */
export const CHANGES_SUBSCRIPTION: TableAccess = {
  actions: ['UpdateItem'],
  items: ['feeds'],
  attributes: [PARTITION_KEY, SORT_KEY, ...SUBSCRIPTION_ATTRIBUTES],
};

/** Roles of customers, whose names have this prefix. */
const CUSTOMER_ROLES = 'arn:*:iam::*:role/sales-data-*';

/** Where deliveries may go. */
export const destinationEnvironment = (
  scope: IConstruct,
  { webhookDestinations = DESTINATION_TYPES, allowsOwnAccount = false }: StageConfig,
): Readonly<Record<string, string>> => ({
  [SERVICE_ACCOUNT_ID_VARIABLE]: Stack.of(scope).account,
  [WEBHOOK_DESTINATIONS_VARIABLE]: webhookDestinations.join(','),
  ...(allowsOwnAccount && { [WEBHOOKS_ALLOW_OWN_ACCOUNT_VARIABLE]: '1' }),
});

/** What a step of a replay reads and writes. */
const REPLAYING: readonly TableAccess[] = [
  { actions: ['GetItem'], items: ['webhookEndpoints'] },
  { actions: ['GetItem', 'BatchGetItem', 'UpdateItem'], items: ['webhookDeliveries'] },
  { actions: ['Query'], items: ['webhookDeliveryCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
  { actions: ['GetItem', 'Query'], items: ['feeds'] },
  { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['webhookReplays'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
];

/** Delivers the events on the bus to the webhook endpoints of their organizations. */
export class Webhooks extends Construct {
  /** Deliveries before their first attempt. */
  readonly firstQueue: Queue;
  /** Deliveries before any later attempt. */
  readonly retryQueue: Queue;
  /** Events to fan out into deliveries, and replays to start or continue. */
  readonly eventQueue: Queue;
  /** Dead-letter queues, by what they hold. */
  readonly failureQueues: Readonly<Record<string, Queue>>;
  /** The log of the function that creates deliveries: one line per batch. */
  readonly fanOutLog: LogGroup;
  /** The log of the function that attempts deliveries: one line per batch. */
  readonly attemptLog: LogGroup;
  /** Queues due deliveries every minute, and jobs that no message starts. */
  readonly requeue: LambdaFunction;
  /** The log of `requeue`: a line for each run that queued anything. */
  readonly requeueLog: LogGroup;
  /** Encrypts the secrets of endpoints. */
  readonly key: Key;
  /** The environment of functions that queue deliveries. */
  readonly queueEnvironment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    const { config } = props;
    this.key = new Key(this, 'Key', {
      description: `Secrets of webhook endpoints (${config.stage})`,
      enableKeyRotation: true,
      removalPolicy: removalPolicyOf(config),
    });
    const failures = createFailureQueue(this, 'Failures');
    const firstAttemptFailures = createFailureQueue(this, 'FirstAttemptFailures', FIFO);
    // Of its own: SQS cannot move messages back that did not come from a queue.
    const undeliveredEvents = createFailureQueue(this, 'UndeliveredEvents');
    this.failureQueues = {
      'events and retries': failures,
      'first attempts': firstAttemptFailures,
      'undelivered events': undeliveredEvents,
    };
    this.firstQueue = createWorkQueue(this, 'FirstAttempts', firstAttemptFailures, TIMEOUT);
    this.retryQueue = createWorkQueue(this, 'Retries', failures, TIMEOUT);
    this.queueEnvironment = {
      [FIRST_DELIVERY_QUEUE_URL_VARIABLE]: this.firstQueue.queueUrl,
      [RETRY_DELIVERY_QUEUE_URL_VARIABLE]: this.retryQueue.queueUrl,
    };
    this.eventQueue = createWorkQueue(this, 'Events', failures, TIMEOUT);
    this.fanOutLog = this.addFanOut(props, undeliveredEvents);
    this.attemptLog = this.addDelivery(props);
    const { function: requeue, logGroup: requeueLog } = this.addRequeueing(props);
    this.requeue = requeue;
    this.requeueLog = requeueLog;
  }

  private addFanOut({ table, bus, config }: WebhooksProps, undeliveredEvents: Queue): LogGroup {
    const queue = this.eventQueue;
    const { function: fanOut, logGroup } = new ServiceFunction(this, 'FanOut', {
      functionName: 'fan-out-webhooks',
      description: 'Makes a delivery of each event for each endpoint that subscribed to it, and replays many',
      table,
      access: [
        { actions: ['Query'], items: ['webhookEndpoints'] },
        { actions: ['PutItem'], items: ['webhookDeliveries'] },
        { actions: ['GetItem', 'UpdateItem'], items: ['webhookSlots'] },
        CHANGES_SUBSCRIPTION,
        ...REPLAYING,
      ],
      environment: {
        ...this.queueEnvironment,
        [EVENT_QUEUE_URL_VARIABLE]: queue.queueUrl,
        [WIDE_DELIVERIES_PER_SECOND_VARIABLE]: String(config.retryConcurrency * PER_WORKER),
      },
      timeout: TIMEOUT,
      sendsToItself: true,
      config,
    });
    grantSendMessages(fanOut, [this.firstQueue, this.retryQueue, queue]);
    grantCountMessages(fanOut, this.firstQueue);
    addQueueConsumer(fanOut, queue, { batchSize: 10, maxConcurrency: config.fanOutConcurrency });
    new Rule(this, 'EventRule', {
      description: 'Events that webhook endpoints can subscribe to',
      eventBus: bus,
      eventPattern: { source: [EVENT_SOURCE] },
      targets: [
        new SqsQueue(queue, {
          deadLetterQueue: undeliveredEvents,
          retryAttempts: 185,
          maxEventAge: Duration.hours(24),
        }),
      ],
    });
    return logGroup;
  }

  private addDelivery({ table, config }: WebhooksProps): LogGroup {
    const delivery = new ServiceFunction(this, 'Deliver', {
      functionName: 'deliver-webhooks',
      description: 'Sends events to webhook endpoints and records what came of it',
      table,
      access: [
        { actions: ['BatchGetItem', 'UpdateItem'], items: ['webhookEndpoints', 'webhookDeliveries'] },
        { actions: ['PutItem'], items: ['webhookDeliveries'] },
        { actions: ['BatchGetItem', 'UpdateItem'], items: ['webhookSlots'] },
        { actions: ['Query'], items: ['feeds'] },
        { actions: ['GetItem'], items: ['feeds'] },
        { actions: ['PutItem'], items: ['auditLogs'] },
      ],
      environment: {
        ...this.queueEnvironment,
        [WEBHOOK_KEY_ID_VARIABLE]: this.key.keyArn,
        ...destinationEnvironment(this, config),
        // Each DNS lookup blocks a thread until the name server responds.
        UV_THREADPOOL_SIZE: '64',
      },
      timeout: TIMEOUT,
      network: config.webhookEgress,
      sendsToItself: true,
      config,
    });
    const { function: deliver, logGroup } = delivery;
    this.key.grantDecrypt(deliver);
    // The service never assumes a role of its own account by accident.
    allow(
      deliver,
      ['sts:AssumeRole'],
      [CUSTOMER_ROLES],
      config.allowsOwnAccount === true
        ? {}
        : { StringNotEquals: { 'aws:ResourceAccount': Stack.of(this).account } },
    );
    acknowledge(delivery, {
      [`AwsSolutions-IAM5[Resource::${CUSTOMER_ROLES}]`]:
        'The roles are in accounts of customers, which are not known.',
    });
    grantSendMessages(deliver, [this.retryQueue]);
    addQueueConsumer(deliver, this.firstQueue, {
      batchSize: config.firstAttemptBatchSize ?? 10,
      maxConcurrency: config.firstAttemptConcurrency,
    });
    addQueueConsumer(deliver, this.retryQueue, { batchSize: 10, maxConcurrency: config.retryConcurrency });
    return logGroup;
  }

  private addRequeueing({ table, config }: WebhooksProps): ServiceFunction {
    const requeueing = new ServiceFunction(this, 'Requeue', {
      functionName: 'requeue-deliveries',
      description: 'Queues deliveries whose next attempt is due, and jobs that no message starts',
      table,
      access: [
        { actions: ['Query'], items: ['dueWebhookDeliveries'], indexes: [DUE_INDEX] },
        { actions: ['UpdateItem'], items: ['webhookDeliveries'] },
        { actions: ['Query'], items: ['queuedJobs'], indexes: [DUE_INDEX] },
        { actions: ['Query'], items: ['exports', 'importLocks', 'webhookReplays'] },
      ],
      environment: { ...this.queueEnvironment, [EVENT_QUEUE_URL_VARIABLE]: this.eventQueue.queueUrl },
      timeout: Duration.seconds(55),
      config,
    });
    const { function: requeue } = requeueing;
    grantSendMessages(requeue, [this.retryQueue, this.eventQueue]);
    // The next run follows within a minute. By default, Lambda runs a failed one twice more, and keeps it for
    // hours.
    requeue.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'RequeueSchedule', {
      description: 'Looks for deliveries whose next attempt is due, and for jobs that stand still',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new LambdaTarget(requeue, {
          event: RuleTargetInput.fromObject({}),
          // Only for handing the event over to Lambda.
          retryAttempts: 0,
        }),
      ],
    });
    return requeueing;
  }
}
