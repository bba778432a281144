import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Stack } from '../../assembly/stack.ts';
import type { ApiDefinition } from '../definition/api-definition.ts';
import type { KeyStore } from './key-store.ts';
import type { Throttle } from './token-bucket.ts';

/** An API key of API Gateway: not a secret, but the identity that usage is metered by. */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
}

/** The limits of a plan, as far as it has any. */
export interface PlanLimits {
  readonly throttle?: Throttle | undefined;
  /** Requests per day (UTC). */
  readonly quota?: number | undefined;
}

/** A key with the limits of its plan. */
export interface MeteredKey {
  readonly key: GatewayKey;
  readonly limits: PlanLimits;
}

/** The usage plans of the API's stage and their keys. */
export interface UsagePlans {
  /** By plan id. */
  readonly limits: ReadonlyMap<string, PlanLimits>;
  /** The key with this value, if it is in a plan of the stage. */
  find(value: string | undefined): MeteredKey | undefined;
}

const usagePlanSchema = z.strictObject({
  ApiStages: z.array(
    z.strictObject({ ApiId: z.string(), Stage: z.string(), Throttle: z.strictObject({}).optional() }),
  ),
  Throttle: z.strictObject({ BurstLimit: z.number(), RateLimit: z.number() }).optional(),
  Quota: z
    .strictObject({
      Limit: z.number(),
      Period: z.literal('DAY'),
      Offset: z.literal(0).optional(),
    })
    .optional(),
  UsagePlanName: ignored(),
  Description: ignored(),
  Tags: ignored(),
});

/**
 * Reads the usage plans that cover the stage of the API.
 *
 * @throws StartError for an unsupported plan
 */
export const readUsagePlans = (stack: Stack, api: ApiDefinition, keys: KeyStore): UsagePlans => {
  const plans = new Map<string, PlanLimits>();
  for (const resource of stack.resourcesOf('AWS::ApiGateway::UsagePlan')) {
    const { ApiStages: stages, Throttle: throttle, Quota: quota } = readProperties(resource, usagePlanSchema);
    const isOfStage = stages.some(({ ApiId, Stage }) => ApiId === api.apiId && Stage === api.stage);
    if (!isOfStage) continue;
    plans.set(resource.physicalId, {
      throttle: throttle && { rate: throttle.RateLimit, burst: throttle.BurstLimit },
      quota: quota?.Limit,
    });
  }
  return {
    limits: plans,
    find(value) {
      const key = value === undefined ? undefined : keys.byValue(value);
      if (key === undefined) return undefined;
      const plan = keys.plansOf(key.id).find((id) => plans.has(id));
      const limits = plan === undefined ? undefined : plans.get(plan);
      return limits && { key, limits };
    },
  };
};
