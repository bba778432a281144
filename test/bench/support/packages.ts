import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Apart from our own files, which would otherwise load another AWS SDK than the service's. */
export const PACKAGE = join(import.meta.dirname, '..', 'functions', 'rivals');

/** Installs the benchmark dependencies, unless installed for the current lock file. */
export const installPackages = (): void => {
  const installed = join(PACKAGE, 'node_modules', '.package-lock.json');
  const isCurrent =
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(PACKAGE, 'package-lock.json')).mtimeMs;
  if (isCurrent) return;
  process.stderr.write('Installing what the benchmarks need …\n');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--loglevel=error'], {
    cwd: PACKAGE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
