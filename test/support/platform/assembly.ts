import { rmSync } from 'node:fs';
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

/** Vitest loads this module once per project, but runs all global set-ups in one process. */
const SHARED = Symbol.for('sales-data.assembly');
const shared: typeof globalThis & { [SHARED]?: string } = globalThis;

/** The development stage, synthesized once per process. Treat it as read-only. */
export const sharedAssembly = (): string => {
  if (shared[SHARED] === undefined) {
    const assembly = synthesizeAssembly();
    shared[SHARED] = assembly;
    process.once('exit', () => rmSync(assembly, { recursive: true, force: true }));
  }
  return shared[SHARED];
};
