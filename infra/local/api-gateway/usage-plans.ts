import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Stack } from '../assembly/stack.ts';
import type { ApiDefinition } from './api-definition.ts';
import type { KeyStore } from './key-store.ts';

/** An API key of API Gateway: not a secret, but what a client is metered by. */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
}

/** The usage plans of the API's stage and who is in them. */
export interface UsagePlans {
  /** The enabled key with this value, if it is in a plan of the stage. */
  find(value: string | undefined): GatewayKey | undefined;
}

const usagePlanSchema = z.strictObject({
  ApiStages: z.array(
    z.strictObject({ ApiId: z.string(), Stage: z.string(), Throttle: z.strictObject({}).optional() }),
  ),
  Throttle: z.strictObject({ BurstLimit: z.number(), RateLimit: z.number() }).optional(),
  Quota: z
    .strictObject({
      Limit: z.number(),
      Period: z.enum(['DAY', 'WEEK', 'MONTH']),
      Offset: z.literal(0).optional(),
    })
    .optional(),
  UsagePlanName: ignored(),
  Description: ignored(),
  Tags: ignored(),
});

/** Ids of all usage plans in the stack. */
export const usagePlanIds = (stack: Stack): readonly string[] =>
  stack.resourcesOf('AWS::ApiGateway::UsagePlan').map(({ physicalId }) => physicalId);

/**
 * Reads the usage plans that cover the stage of the API.
 *
 * @throws StartError for a plan with what the runner does not know
 */
export const readUsagePlans = (stack: Stack, api: ApiDefinition, keys: KeyStore): UsagePlans => {
  const plans = new Set<string>();
  for (const resource of stack.resourcesOf('AWS::ApiGateway::UsagePlan')) {
    const { ApiStages: stages } = readProperties(resource, usagePlanSchema);
    const isOfStage = stages.some(({ ApiId, Stage }) => ApiId === api.apiId && Stage === api.stage);
    if (isOfStage) plans.add(resource.physicalId);
  }
  return {
    find(value) {
      const key = value === undefined ? undefined : keys.byValue(value);
      if (key === undefined || !key.enabled) return undefined;
      return keys.plansOf(key.id).some((plan) => plans.has(plan)) ? key : undefined;
    },
  };
};
