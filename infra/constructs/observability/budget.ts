import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { StageConfig } from '../../config.ts';

/** In percent of the budget. The forecast comes first if the costs of a day jump. */
const THRESHOLDS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

const subscribersOf = ({
  stage,
  alarmNotification: notification = 'none',
}: StageConfig): CfnBudget.SubscriberProperty[] => {
  if (notification === 'none') {
    throw new Error(
      `The stage ${stage} has a \`monthlyBudget\`, but no \`alarmNotification\` to notify. ` +
        'Configure both in infra/config.ts.',
    );
  }
  return 'topicArn' in notification
    ? [{ subscriptionType: 'SNS', address: notification.topicArn }]
    : notification.emails.map((address) => ({ subscriptionType: 'EMAIL', address }));
};

/**
 * Creates a budget for the costs of the account in a month, which notifies the recipients of alarms. It
 * counts the whole account: costs by stack would need a cost allocation tag that someone activated.
 *
 * @throws Error if the stage notifies no one
 */
export const createBudget = (scope: Construct, usd: number, config: StageConfig): CfnBudget => {
  const subscribers = subscribersOf(config);
  return new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `${Stack.of(scope).stackName}-monthly`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usd, unit: 'USD' },
    },
    notificationsWithSubscribers: THRESHOLDS.map((each) => ({
      notification: { ...each, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers,
    })),
  });
};
