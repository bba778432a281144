import { type StageConfig, stageConfig } from '../../../infra/config.ts';
import { createStack } from './synthesis.ts';

/** Synthesizes the development stage into a new folder, with changed settings if any. */
export const synthesizeAssembly = (changes: Partial<StageConfig> = {}): string => {
  const config = { ...stageConfig('development'), ...changes };
  const { app, outdir } = createStack('development', config, { assets: true });
  app.synth();
  return outdir;
};

/** Enough concurrent deliveries for many unresponsive endpoints; development has the minimum. */
export const manyDeliveries = (): Partial<StageConfig> => {
  const { fanOutConcurrency, firstAttemptConcurrency, retryConcurrency } = stageConfig('production');
  return { fanOutConcurrency, firstAttemptConcurrency, retryConcurrency };
};
