import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE } from '../support/packages.ts';

const AUTOCANNON = join(PACKAGE, 'node_modules', 'autocannon', 'autocannon.js');

/** The fields of autocannon's report in use; latencies in milliseconds. */
export interface Report {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
}

/** The share of requests that may fail or time out on a busy machine. */
const MAX_FAILED = 0.01;

const run = promisify(execFile);

/**
 * Loads a URL for some seconds from a separate process.
 *
 * @throws Error if more than one in a hundred requests fails
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
  const failed = report.non2xx + report.errors;
  if (failed > MAX_FAILED * (report['2xx'] + failed)) {
    throw new Error(`${url}: ${report.non2xx} other answers than 2xx, ${report.errors} errors.`);
  }
  return report;
};
