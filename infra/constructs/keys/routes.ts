import { USAGE_PLANS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import type { StageConfig } from '../../config.ts';
import type { RouteFunctions } from '../platform/route-function.ts';

/** The function of the route of the key itself. */
export const keyRoutes = ({ usagePlans }: StageConfig): RouteFunctions<'getKey'> => ({
  getKey: {
    access: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.organizations] }],
    environment: { [USAGE_PLANS_VARIABLE]: JSON.stringify(usagePlans) },
  },
});
