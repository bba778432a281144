import { beforeAll, vi } from 'vitest';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine.ts';

/**
 * Registers hooks that run an engine for the tests of a file, which log nothing at INFO meanwhile.
 *
 * @returns the engine; its fields are set once it runs, so read them in hooks and tests only
 */
export const useEngine = (options?: TestEngineOptions): TestEngine => {
  const engine = {} as TestEngine;
  beforeAll(async () => {
    const started = await startTestEngine(options);
    Object.assign(engine, started);
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    return async () => {
      info.mockRestore();
      await started.stop();
    };
  });
  return engine;
};
