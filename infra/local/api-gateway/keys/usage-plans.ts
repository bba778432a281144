import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Stack } from '../../assembly/stack.ts';
import type { ApiDefinition } from '../definition/api-definition.ts';
import type { Throttle } from '../token-bucket.ts';
import type { KeyStore } from './key-store.ts';

/** The limits of a plan. */
export interface PlanLimits {
  readonly throttle: Throttle;
  /** Requests per day (UTC). */
  readonly quota: number;
}

/** A key with the limits of its plan. */
export interface MeteredKey {
  readonly keyId: string;
  readonly limits: PlanLimits;
}

/** The usage plans of the API's stage and their keys. */
export interface UsagePlans {
  /** By plan id. */
  readonly limits: ReadonlyMap<string, PlanLimits>;
  /** The key with this value, if it is in a plan. */
  find(value: string | undefined): MeteredKey | undefined;
  /** The same, as the API knows it: some seconds after its creation. */
  findKnown(value: string | undefined): MeteredKey | undefined;
}

const usagePlanSchema = (api: ApiDefinition) =>
  z.strictObject({
    ApiStages: z.tuple([
      z.strictObject({
        ApiId: z.literal(api.apiId),
        Stage: z.literal(api.stage),
        Throttle: z.strictObject({}).optional(),
      }),
    ]),
    Throttle: z.strictObject({ BurstLimit: z.number(), RateLimit: z.number() }),
    Quota: z.strictObject({ Limit: z.number(), Period: z.literal('DAY') }),
    UsagePlanName: ignored(),
    Description: ignored(),
    Tags: ignored(),
  });

/**
 * Reads the usage plans, all of which cover the stage of the API.
 *
 * @param keyDelay how long the API refuses a new key, in milliseconds
 * @throws StartError for an unsupported plan
 */
export const readUsagePlans = (
  stack: Stack,
  api: ApiDefinition,
  keys: KeyStore,
  keyDelay: number,
): UsagePlans => {
  const limits = new Map(
    stack.resourcesOf('AWS::ApiGateway::UsagePlan').map((resource): [string, PlanLimits] => {
      const { Throttle: throttle, Quota: quota } = readProperties(resource, usagePlanSchema(api));
      const { RateLimit: rate, BurstLimit: burst } = throttle;
      return [resource.physicalId, { throttle: { rate, burst }, quota: quota.Limit }];
    }),
  );
  const find = (value: string | undefined): MeteredKey | undefined => {
    const key = keys.byValue(value ?? '');
    const plan = key?.usagePlanIds.map((id) => limits.get(id)).find((found) => found !== undefined);
    return key && plan && { keyId: key.id, limits: plan };
  };
  return {
    limits,
    find,
    findKnown(value) {
      const { createdAt = 0 } = keys.byValue(value ?? '') ?? {};
      const age = Date.now() - createdAt;
      // A negative age means that the clock was set back.
      return age >= 0 && age < keyDelay ? undefined : find(value);
    },
  };
};
