import type { KEY_ROUTES } from '../../../shared/operations/data-api/keys.ts';
import { USAGE_PLANS_VARIABLE } from '../../../shared/runtime/environment.ts';
import type { StageConfig } from '../../config.ts';
import type { RouteFunctions } from '../platform/route-function.ts';

/** The function of the route of the key itself. */
export const keyRoutes = ({ usagePlans }: StageConfig): RouteFunctions<keyof typeof KEY_ROUTES> => ({
  getKey: {
    access: [{ actions: ['GetItem'], items: ['organizations'] }],
    environment: { [USAGE_PLANS_VARIABLE]: JSON.stringify(usagePlans) },
  },
});
