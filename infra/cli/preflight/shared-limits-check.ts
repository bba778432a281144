import {
  APIGatewayClient,
  paginateGetUsagePlanKeys,
  paginateGetUsagePlans,
} from '@aws-sdk/client-api-gateway';
import type { Check } from './finding.ts';
import type { Requirements } from './requirements.ts';

const SECONDS_PER_DAY = 86_400;

/** The share of a method at which the alarm `requests-near-limit` warns of actual requests, too. */
const NEAR = 0.5;

/** The most that API Gateway returns at once. */
const PAGE_SIZE = 500;

/** The ids of usage plans, by name. */
const findPlans = async (client: APIGatewayClient): Promise<ReadonlyMap<string, string>> => {
  const plans = new Map<string, string>();
  for await (const { items = [] } of paginateGetUsagePlans({ client, pageSize: PAGE_SIZE }, {})) {
    for (const { name, id } of items) if (name !== undefined && id !== undefined) plans.set(name, id);
  }
  return plans;
};

const countKeys = async (client: APIGatewayClient, usagePlanId: string): Promise<number> => {
  let count = 0;
  for await (const { items = [] } of paginateGetUsagePlanKeys(
    { client, pageSize: PAGE_SIZE },
    { usagePlanId },
  )) {
    count += items.length;
  }
  return count;
};

/**
 * Compares what the existing keys may send, if they use up their quotas evenly, with what a method serves to
 * all of them.
 */
export const sharedLimitsCheck = (region: string, { usagePlans, methodRate }: Requirements): Check => ({
  name: 'Limits that keys share',
  action: 'apigateway:GET',
  check: async () => {
    const client = new APIGatewayClient({ region });
    const ids = await findPlans(client);
    let sum = 0;
    const counts: string[] = [];
    for (const { name, dailyQuota } of usagePlans) {
      const id = ids.get(name);
      // Before the first deployment.
      const keys = id === undefined ? 0 : await countKeys(client, id);
      counts.push(`${keys} of ${name}`);
      sum += (keys * dailyQuota) / SECONDS_PER_DAY;
    }
    const rate = Math.ceil(sum);
    const text =
      `The keys (${counts.join(', ')}) may average ${rate} of the ${methodRate} requests per second that ` +
      'a method serves.';
    if (sum < NEAR * methodRate) return { ok: text };
    return {
      warning: text,
      solution:
        'Raise `throttles.dataApi` in infra/config.ts, or move organizations to another account or ' +
        'Region: infra/docs/scale.md.',
    };
  },
});
