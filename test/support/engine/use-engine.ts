import { beforeAll, vi } from 'vitest';
import type { Table } from '../../../shared/table/table.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine.ts';
import { functionTable } from './function-table.ts';

export interface EngineOfFile extends TestEngine {
  readonly table: Table;
}

/**
 * Registers hooks that run an engine for the tests of a file, which log nothing at INFO meanwhile.
 *
 * @returns the engine; its fields are set once it runs, so read them in hooks and tests only
 */
export const useEngine = (options?: TestEngineOptions): EngineOfFile => {
  const engine = {} as EngineOfFile;
  beforeAll(async () => {
    const started = await startTestEngine(options);
    Object.assign(engine, started, { table: functionTable(started) });
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    return async () => {
      info.mockRestore();
      await started.stop();
    };
  });
  return engine;
};
