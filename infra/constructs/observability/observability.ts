import { Aws, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AlarmNotification } from '../../config.ts';
import { ALARM_DEFAULTS } from '../platform/metrics.ts';
import { StackPart } from '../platform/stack-part.ts';
import { alarmDefinitions, createLogMetrics, type Watched } from './alarms.ts';
import { createDashboard } from './dashboard.ts';

const CLOUDWATCH = new ServicePrincipal('cloudwatch.amazonaws.com');

/** Matches only alarms of this account and Region. */
const FROM_OWN_ALARMS = {
  StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
  ArnLike: { 'aws:SourceArn': `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:*` },
};

/**
 * The key of the stack's own topic. CloudWatch cannot publish with the AWS managed key for SNS
 * (https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services).
 */
const createKey = (scope: Construct): Key => {
  const key = new Key(scope, 'Key', {
    description: 'Notifications of alarms',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [CLOUDWATCH],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: FROM_OWN_ALARMS,
    }),
  );
  return key;
};

/**
 * The topic that alarms publish to: the operator's, or a new one with an email subscription for each address.
 */
const alarmTopic = (scope: Construct, notification: AlarmNotification): ITopic => {
  if ('topicArn' in notification) return Topic.fromTopicArn(scope, 'Topic', notification.topicArn);
  const topic = new Topic(scope, 'Topic', { masterKey: createKey(scope), enforceSSL: true });
  // An explicit policy replaces the default, which would let the whole account publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [CLOUDWATCH],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: FROM_OWN_ALARMS,
    }),
  );
  for (const email of notification.emails) topic.addSubscription(new EmailSubscription(email));
  return topic;
};

/** Alarms with their notifications, and a dashboard. */
export class Observability extends Construct {
  constructor(parent: Construct, id: string, watched: Watched) {
    super(parent, id);
    const scope = new StackPart(this, 'Alarms');
    const logMetrics = createLogMetrics(scope, watched);
    const { alarmNotification: notification = 'none' } = watched.config;
    const action = notification === 'none' ? undefined : new SnsAction(alarmTopic(scope, notification));
    const alarms = alarmDefinitions(watched, logMetrics).map(({ name, meaning, ...props }) => {
      const alarm = new Alarm(scope, name, {
        ...ALARM_DEFAULTS,
        ...props,
        alarmName: `${Stack.of(this).stackName}-${name}`,
        alarmDescription: `${meaning} What to do: infra/docs/runbook/alarms.md#${name}`,
      });
      if (action !== undefined) {
        alarm.addAlarmAction(action);
        alarm.addOkAction(action);
      }
      return alarm;
    });
    createDashboard(scope, watched, logMetrics, alarms);
  }
}
