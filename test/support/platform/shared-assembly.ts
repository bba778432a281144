import { synthesize } from '../../../infra/local/synthesis.ts';

/** Vitest loads this module once per project, but runs all global set-ups in one process. */
const SHARED = Symbol.for('sales-data.assembly');
const shared: typeof globalThis & { [SHARED]?: Promise<string> } = globalThis;

/**
 * The development stage that `npm start` runs, synthesized once per state of the sources. Treat it as
 * read-only.
 */
export const sharedAssembly = (): Promise<string> => {
  shared[SHARED] ??= synthesize(() => undefined);
  return shared[SHARED];
};
