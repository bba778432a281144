import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/service/command.ts';

const MANIFEST = join(ROOT, 'connectors/airbyte/manifest.yaml');

export interface Stream {
  readonly name: string;
  readonly json_schema: object;
  readonly supported_sync_modes: readonly string[];
  readonly default_cursor_field?: readonly string[];
  readonly source_defined_primary_key?: readonly (readonly string[])[];
}

export type Data = Readonly<Record<string, unknown>> & { readonly id: string };

export interface StateOfStream {
  readonly type: 'STREAM';
  readonly stream: {
    readonly stream_descriptor: { readonly name: string };
    readonly stream_state?: Readonly<Record<string, unknown>>;
  };
}

/** The messages of Airbyte's protocol that matter here. */
export type Message =
  | { readonly type: 'RECORD'; readonly record: { readonly stream: string; readonly data: Data } }
  | { readonly type: 'STATE'; readonly state: StateOfStream }
  | { readonly type: 'CATALOG'; readonly catalog: { readonly streams: readonly Stream[] } }
  | {
      readonly type: 'CONNECTION_STATUS';
      readonly connectionStatus: { readonly status: string; readonly message?: string };
    }
  | {
      readonly type: 'TRACE';
      readonly trace: { readonly type: string; readonly error?: { readonly message: string } };
    }
  | { readonly type: 'LOG'; readonly log: { readonly message: string } };

type Config = Readonly<Record<'base_url' | 'api_key', string>>;

const configured = (stream: Stream) => ({
  stream,
  sync_mode: stream.supported_sync_modes.includes('incremental') ? 'incremental' : 'full_refresh',
  destination_sync_mode: 'append_dedup',
  cursor_field: stream.default_cursor_field ?? [],
  primary_key: stream.source_defined_primary_key ?? [],
});

/** Runs the manifest with the CDK, as Airbyte does: one process per command. */
export const createAirbyteSource = (bin: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'airbyte-'));
  const file = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  /** @param onMessage returns `false` to kill the process */
  const run = async (args: readonly string[], onMessage: (message: Message) => boolean): Promise<void> => {
    const child = spawn(join(bin, 'source-declarative-manifest'), [...args, '--manifest-path', MANIFEST], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      if (onMessage(JSON.parse(line))) continue;
      child.kill('SIGKILL');
      break;
    }
    await exited;
  };

  return {
    async check(config: Config): Promise<{ readonly status: string; readonly message?: string }> {
      let result = { status: 'none' };
      await run(['check', '--config', file('config.json', config)], (message) => {
        if (message.type === 'CONNECTION_STATUS') result = message.connectionStatus;
        return true;
      });
      return result;
    },
    async discover(config: Config): Promise<readonly Stream[]> {
      let streams: readonly Stream[] = [];
      await run(['discover', '--config', file('config.json', config)], (message) => {
        if (message.type === 'CATALOG') streams = message.catalog.streams;
        return true;
      });
      return streams;
    },
    /** @param onMessage returns `false` to kill the process */
    read: (
      config: Config,
      streams: readonly Stream[],
      state: readonly StateOfStream[],
      onMessage: (message: Message) => boolean,
    ): Promise<void> =>
      run(
        [
          'read',
          ...['--config', file('config.json', config)],
          ...['--catalog', file('catalog.json', { streams: streams.map(configured) })],
          ...(state.length === 0 ? [] : ['--state', file('state.json', state)]),
        ],
        onMessage,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
