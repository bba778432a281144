import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { CopiedRecords } from '../records/copied-organization.ts';
import { ROOT } from '../service/command.ts';

/** The source in its own folder, as a user has it, and its pipeline. */
export const createDltPipeline = (
  python: string,
  baseUrl: string,
  { apiKey }: { readonly apiKey: string },
) => {
  const folder = mkdtempSync(join(tmpdir(), 'dlt-'));
  cpSync(join(ROOT, 'connectors', 'dlt'), folder, { recursive: true });
  let process: ChildProcessWithoutNullStreams | undefined;
  let lines: AsyncIterator<string> | undefined;
  let errors = '';
  const start = (environment: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams => {
    const child = spawn(python, [join(ROOT, 'test', 'connectors', 'dlt', 'run_pipeline.py')], {
      cwd: folder,
      env: {
        ...globalThis.process.env,
        PYTHONPATH: folder,
        PYTHONDONTWRITEBYTECODE: '1',
        RUNTIME__DLTHUB_TELEMETRY: 'false',
        // As a home folder: pipelines of the same name in other folders have it, too.
        DLT_DATA_DIR: join(tmpdir(), 'dlt-home'),
        SOURCES__SALES_DATA__BASE_URL: baseUrl,
        SOURCES__SALES_DATA__API_KEY: apiKey,
        ...environment,
      },
    });
    errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    process = child;
    lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    return child;
  };
  let rows: CopiedRecords = new Map();
  let custom: ReadonlyMap<string, unknown> = new Map();
  return {
    folder,
    errors: () => errors,
    copied: (): CopiedRecords => rows,
    /** The columns of custom fields, by record. */
    custom: (): ReadonlyMap<string, unknown> => custom,
    /** Runs the pipeline once, in a process that several runs share. */
    async run(environment: Readonly<Record<string, string>> = {}): Promise<void> {
      const child = process ?? start(environment);
      child.stdin.write('run\n');
      for (;;) {
        const line = await lines?.next();
        if (line?.done !== false) throw new Error(`The pipeline failed: ${errors}`);
        if (!line.value.startsWith('rows: ')) continue;
        const printed: [string, { custom?: object }][] = JSON.parse(line.value.slice('rows: '.length));
        rows = new Map(printed.map(([key, { custom: _, ...record }]) => [key, record]));
        custom = new Map(printed.map(([key, { custom }]) => [key, custom]));
        return;
      }
    },
    /** Runs the pipeline until it is killed: by itself, or by the test with `kill`. */
    async runUntilKilled(environment: Readonly<Record<string, string>> = {}): Promise<void> {
      const child = start(environment);
      child.stdin.write('run\n');
      const [, signal] = await once(child, 'exit');
      process = undefined;
      expect(signal, errors).toBe('SIGKILL');
    },
    kill: () => process?.kill('SIGKILL'),
    async stop(): Promise<void> {
      if (process?.exitCode === null && process.signalCode === null) {
        const exited = once(process, 'exit');
        process.kill('SIGKILL');
        await exited;
      }
      process = undefined;
    },
  };
};

/** A location of nulls and no location are the same columns. */
export const flattened = (records: CopiedRecords): CopiedRecords =>
  new Map(
    [...records].map(([key, record]) => {
      const { location, ...others } = record as { location?: object | null };
      const isEmpty = Object.values(location ?? {}).every((value) => value === null);
      return [key, location === undefined ? record : { ...others, location: isEmpty ? null : location }];
    }),
  );
