import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../service/command.ts';
import type { SingerMessage } from './singer-target.ts';

/** The variables with which Python finds the tap. */
export const TAP_PATHS = {
  PYTHONPATH: join(ROOT, 'connectors', 'singer'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/**
 * Runs the Singer tap with the `config.json` of a folder.
 *
 * @returns `ended` has its complete messages
 */
export const startSingerTap = (python: string, folder: string, state: unknown = {}) => {
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
  const options = ['--config', join(folder, 'config.json'), '--state', join(folder, 'state.json')];
  const child = spawn(python, ['-m', 'tap_sales_data.tap', ...options], {
    env: { ...process.env, ...TAP_PATHS },
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = async () => {
    const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
    const lines = output.split('\n').slice(0, -1);
    return { exitCode, errors, messages: lines.map((line): SingerMessage => JSON.parse(line)) };
  };
  return { kill: () => child.kill('SIGKILL'), ended: ended() };
};
