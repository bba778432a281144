import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE } from '../support/packages.ts';

const AUTOCANNON = join(PACKAGE, 'node_modules', 'autocannon', 'autocannon.js');

/** The fields of autocannon's report in use; latencies in milliseconds. */
export interface Report {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
}

const run = promisify(execFile);

/**
 * Loads a URL for some seconds from a separate process.
 *
 * @throws Error on any unsuccessful response
 */
export const load = async (
  url: string,
  apiKey: string,
  connections: number,
  seconds: number,
): Promise<Report> => {
  const header = ['-H', `X-Api-Key: ${apiKey}`];
  const options = ['--json', '-c', String(connections), '-d', String(seconds), ...header, url];
  const { stdout } = await run(process.execPath, [AUTOCANNON, ...options], { maxBuffer: 10_000_000 });
  const report: Report = JSON.parse(stdout);
  if (report.non2xx + report.errors > 0) {
    throw new Error(`${url}: ${report.non2xx} other answers than 2xx, ${report.errors} errors.`);
  }
  return report;
};
