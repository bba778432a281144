import { Stack } from 'aws-cdk-lib';
import { Period, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { StageConfig } from '../../config.ts';

/**
 * Creates the usage plans of the stage's API.
 *
 * @returns their ids by name
 */
export const createUsagePlans = (api: RestApi, config: StageConfig): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(config.usagePlans).map(([name, { rate, burst, dailyQuota }]) => {
      const plan = api.addUsagePlan(`UsagePlan-${name}`, {
        name: `${Stack.of(api).stackName}-${name}`,
        throttle: { rateLimit: rate, burstLimit: burst },
        quota: { limit: dailyQuota, period: Period.DAY },
        apiStages: [{ stage: api.deploymentStage }],
      });
      return [name, plan.usagePlanId];
    }),
  );
