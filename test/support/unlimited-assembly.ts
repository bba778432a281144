import { stageConfig } from '../../infra/config.ts';
import { createStack } from './synthesis.ts';

/** Synthesizes the service with unlimited usage plans. */
export const synthesizeWithoutLimits = (): string => {
  const config = stageConfig('development');
  const unlimited = { rate: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };
  const { app, outdir } = createStack('development', {
    ...config,
    usagePlans: { standard: unlimited, 'high-volume': unlimited },
  });
  app.synth();
  return outdir;
};
