import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runProgram } from '../service/command.ts';

const FOLDER = join(ROOT, 'connectors/mcp');

const unpack = async (): Promise<{ readonly folder: string; readonly main: string }> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sales-data-mcp-')));
  const commands = [
    `cd '${FOLDER}'`,
    `npm pack --silent --ignore-scripts=false --pack-destination '${folder}'`,
    `cd '${folder}'`,
    'tar -xzf sales-data-mcp-*.tgz',
  ];
  const { exitCode, stderr } = await runProgram('sh', ['-ec', commands.join('\n')]);
  if (exitCode !== 0) throw new Error(`The package cannot be packed: ${stderr}`);
  return { folder: join(folder, 'package'), main: join(folder, 'package/dist/main.js') };
};

let unpacked: ReturnType<typeof unpack> | undefined;

/**
 * Packs the package `sales-data-mcp` as for the registry, and unpacks it into a temporary folder, once per
 * worker.
 */
export const unpackMcpPackage = (): ReturnType<typeof unpack> => {
  unpacked ??= unpack();
  return unpacked;
};
