import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import type { Check } from './finding.ts';
import { quotaIncrease } from './quota-increase.ts';
import type { Requirements } from './requirements.ts';

export const apiGatewayCheck = (
  region: string,
  { requestRate, throttledRate, setsLoggingRole }: Requirements,
): Check => ({
  name: 'API Gateway account',
  action: 'apigateway:GET',
  check: async () => {
    const { cloudwatchRoleArn: role, throttleSettings } = await new APIGatewayClient({ region }).send(
      new GetAccountCommand(),
    );
    const rate = throttleSettings?.rateLimit ?? 0;
    if (rate < requestRate) {
      return {
        problem: `The account allows ${rate} requests per second, less than a usage plan (${requestRate}).`,
        solution: `Request an increase: ${quotaIncrease('apigateway', 'L-8A5B8E43', 10_000)}`,
      };
    }
    if (rate < throttledRate) {
      return {
        problem: `The account allows ${rate} requests per second, less than all methods together (${throttledRate}), so a flood of some would refuse requests of others.`,
        solution: `Lower \`throttles\` in infra/config.ts, or request an increase: ${quotaIncrease('apigateway', 'L-8A5B8E43', 10_000)}`,
      };
    }
    const requests = `${rate} requests per second`;
    if (setsLoggingRole) {
      const replaced = role === undefined ? 'sets the logging role' : `replaces the logging role ${role}`;
      return { ok: `${requests}. The stack ${replaced}.` };
    }
    if (role !== undefined) return { ok: `${requests}. The logging role is ${role}.` };
    return {
      problem: 'API Gateway has no role to write logs with, so the deployment fails.',
      solution:
        'Create a role with the policy AmazonAPIGatewayPushToCloudWatchLogs, then: aws apigateway update-account --patch-operations op=replace,path=/cloudwatchRoleArn,value=ROLE_ARN',
    };
  },
});
