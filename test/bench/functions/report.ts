import { machine, table } from '../support/output.ts';
import type { Cost } from './cost.ts';
import type { Result } from './result.ts';
import type { Figure } from './statistics.ts';

export interface Report {
  readonly variants: readonly Result[];
  readonly restOfReadPath: readonly Result[];
  readonly others: readonly Result[];
  readonly costs: readonly Cost[];
}

const ratio = ({ ratio: value }: Figure): string => value.toFixed(2);
const milliseconds = ({ median, min, max }: Figure): string =>
  `${median.toPrecision(3)} (${min.toPrecision(3)}–${max.toPrecision(3)})`;

export const COLUMNS = [
  'bundle KB',
  'cold ms',
  '×',
  'warm CPU ms',
  '×',
  'p50 ms',
  '×',
  'p99 ms',
  '×',
  'RSS MB',
  '×',
];

export const row = ({ name, bundleBytes, cold, warmCpu, p50, p99, rss }: Result): readonly string[] => [
  name,
  (bundleBytes.median / 1000).toFixed(0),
  milliseconds(cold),
  ratio(cold),
  milliseconds(warmCpu),
  ratio(warmCpu),
  milliseconds(p50),
  ratio(p50),
  milliseconds(p99),
  ratio(p99),
  rss.median.toFixed(0),
  ratio(rss),
];

/** Prints medians with the range in brackets; × is the ratio to the floor. */
export const printReport = (report: Report, { isJson }: { readonly isJson: boolean }): void => {
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ machine: machine(), ...report })}\n`);
    return;
  }
  process.stdout.write(`${machine()}\n\n`);
  process.stdout.write(`${table(['variant', ...COLUMNS], report.variants.map(row))}\n`);
  process.stdout.write(`${table(['rest of the read path', ...COLUMNS], report.restOfReadPath.map(row))}\n`);
  process.stdout.write(
    table(
      ['other functions', 'bundle KB', 'cold ms', '×', 'cold CPU ms', '×'],
      report.others.map(({ name, bundleBytes, cold, coldCpu }) => [
        name,
        (bundleBytes.median / 1000).toFixed(0),
        milliseconds(cold),
        ratio(cold),
        milliseconds(coldCpu),
        ratio(coldCpu),
      ]),
    ),
  );
  const dollars = (amount: number): string => amount.toFixed(2);
  process.stdout.write(
    `\n${table(
      [
        'US$ for a million gets by id',
        'log bytes each',
        'read units each',
        'API Gateway',
        'Lambda requests',
        'DynamoDB',
        'logs',
        ...(report.costs[0]?.bySize ?? []).flatMap(({ megabytes }) => [`Lambda, ${megabytes} MB`, 'total']),
      ],
      report.costs.map((cost) => [
        cost.name,
        cost.logBytes.toFixed(0),
        String(cost.readUnits),
        dollars(cost.apiGateway),
        dollars(cost.lambdaRequests),
        dollars(cost.reads),
        dollars(cost.logs),
        ...cost.bySize.flatMap(({ duration, total }) => [dollars(duration), dollars(total)]),
      ]),
    )}`,
  );
};
