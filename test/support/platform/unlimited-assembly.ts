import { manyDeliveries, synthesizeAssembly } from './assembly.ts';

const THROTTLE = { rate: 1_000_000, burst: 1_000_000 };
const PLAN = { ...THROTTLE, dailyQuota: 1_000_000_000 };

/** Synthesizes the service with unlimited usage plans and methods. */
export const synthesizeWithoutLimits = (): string =>
  synthesizeAssembly({
    ...manyDeliveries(),
    throttles: { dataApi: THROTTLE, adminApi: THROTTLE },
    usagePlans: { standard: PLAN, 'high-volume': PLAN },
  });
