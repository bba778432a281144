import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { ADDRESSES, allow } from '../support/agents/oauth-flow.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { describeSlow, tooSlow } from '../support/clients/slow-connectors.ts';
import { freePort } from '../support/http/free-port.ts';
import { send } from '../support/http/http.ts';
import { newOrganization } from '../support/organizations/admin.ts';

/** Not in the lock file: hundreds of packages for these tests. */
const MCP_REMOTE = 'mcp-remote@0.15.1';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

const PERMISSIONS = ['person:read', 'person:list'];

const environment = tooSlow ?? (await pythonEnvironment('mcp', 'test/connectors/mcp-oauth/requirements.txt'));

/** A program that connects an app. */
interface Program {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

let folder = '';
let running: Program | undefined;

/** Starts a program that remembers nothing and opens no browser. */
const start = (program: string, args: readonly string[]): Program => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-oauth-'));
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, MCP_AUTO_OPEN_ENABLED: 'true' },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  running = { child, stdout: () => output.stdout, stderr: () => output.stderr };
  return running;
};

afterEach(() => {
  const { pid } = running?.child ?? {};
  try {
    // npx has children.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended.
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Waits for the address that a program has its user open, and allows what it asks for. */
const decide = async ({ stdout, stderr }: Program): Promise<string> => {
  const { admin } = await newOrganization();
  const url = await vi.waitFor(() => {
    const found = /https?:\S+[?]\S*client_id=\S+/.exec(stdout() + stderr());
    if (found === null) throw new Error(`No address of the authorization page: ${stdout()}${stderr()}`);
    return found[0];
  }, 80_000);
  return allow(url, admin, PERMISSIONS);
};

/** Returns to a program once it listens. */
const returnTo = async (url: string): Promise<void> => {
  const { status } = await vi.waitFor(() => send(url), 30_000);
  expect(status).toBe(200);
};

describePython('the official Python SDK', environment, ({ python }) => {
  it('connects from nothing but the address, and keeps an app connected', async () => {
    const script = join(import.meta.dirname, 'mcp-oauth', 'connect_app.py');
    const program = start(python, [script, ADDRESSES.resource]);
    program.child.stdin.write(`${await decide(program)}\n`);
    await once(program.child, 'close');
    const [, ...lines] = program.stdout().trim().split('\n');
    expect(lines, program.stderr()).toEqual([
      expect.stringMatching(/^tools .*find_people/),
      expect.stringMatching(/^tools .*find_people/),
      'refreshed True',
    ]);
  });
});

describeSlow('programs that connect from nothing but the address', () => {
  it('connects mcp-remote', async () => {
    const program = start('npx', ['--yes', MCP_REMOTE, ADDRESSES.resource, String(await freePort())]);
    await returnTo(await decide(program));
    const say = (message: object) => program.child.stdin.write(`${JSON.stringify(message)}\n`);
    say({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    });
    await vi.waitFor(() => expect(program.stdout()).toContain('"serverInfo"'), 30_000);
    say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    say({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    await vi.waitFor(() => expect(program.stdout()).toContain('find_people'), 30_000);
  });

  it('connects the MCP Inspector', async () => {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const program = start('npx', [
      ...['--yes', INSPECTOR, '--cli', ADDRESSES.resource, '--transport', 'http'],
      ...['--method', 'tools/list', '--callback-url', callback],
    ]);
    const closed = once(program.child, 'close');
    await returnTo(await decide(program));
    await closed;
    const { tools } = JSON.parse(program.stdout().slice(program.stdout().indexOf('{')));
    expect(tools.map(({ name }: { name: string }) => name)).toContain('find_people');
  });
});
