import { rmSync } from 'node:fs';
import { createStack } from './synthesis.ts';

/** Synthesizes the development stage into a folder of its own. */
export const synthesizeAssembly = (): string => {
  const { app, outdir } = createStack('development');
  app.synth();
  return outdir;
};

/** Each project loads this module for itself, but the set-ups of all of them run in one process. */
const SHARED = Symbol.for('sales-data.assembly');
const shared: typeof globalThis & { [SHARED]?: string } = globalThis;

/** The development stage, synthesized once for everybody in this process. It is read, never changed. */
export const sharedAssembly = (): string => {
  if (shared[SHARED] === undefined) {
    const assembly = synthesizeAssembly();
    shared[SHARED] = assembly;
    process.once('exit', () => rmSync(assembly, { recursive: true, force: true }));
  }
  return shared[SHARED];
};
