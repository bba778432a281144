import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The folder of each Node.js in `PATH` and of that of the tests, by major version. */
export const nodeFolders = (): ReadonlyMap<number, string> => {
  const installed = new Map<number, string>();
  for (const directory of [...(process.env['PATH'] ?? '').split(delimiter), dirname(process.execPath)]) {
    const file = join(directory, 'node');
    if (!existsSync(file)) continue;
    const major = Number(
      execFileSync(file, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }),
    );
    if (!installed.has(major)) installed.set(major, directory);
  }
  return installed;
};
