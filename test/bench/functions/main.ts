/**
 * Measures the service's functions against a minimal implementation and against common frameworks.
 * Prints tables, or one JSON document with `--json`. Every sample is a new process;
 * variants alternate.
 *
 * - `--rounds N`: samples per variant (5)
 * - `--invocations N`: warm invocations per sample (200), after the same number of unmeasured ones. With 500,
 *   V8 has optimized more of the code
 * - `--only TEXT,TEXT,…`: only functions whose name contains one of them, such as `GetPerson`, with their
 *   floors
 */
import { parseArgs } from 'node:util';
import { machine, table } from '../support/output.ts';
import { installPackages } from '../support/packages.ts';
import { costOf } from './cost.ts';
import { prepareFixtures } from './fixtures.ts';
import { measure } from './measure.ts';
import { COLUMNS, printReport, row } from './report.ts';
import type { Result } from './result.ts';
import type { Variant } from './take-sample.ts';
import { prepareVariants } from './variants.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    invocations: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const invocations = Number(values.invocations);
const texts = values.only?.split(',') ?? [''];
const isNamed = (name: string): boolean => texts.some((text) => name.includes(text));

/** The variants whose name contains one of the texts, with their floors. */
const withFloors = (variants: readonly Variant[]): readonly Variant[] => {
  const named = variants.filter(({ name }) => isNamed(name));
  const floors = new Set(named.map(({ floor }) => floor));
  return variants.filter((variant) => named.includes(variant) || floors.has(variant.name));
};

if (!(rounds >= 1 && invocations >= 1)) throw new Error('--rounds and --invocations take numbers from 1.');

installPackages();
const fixtures = await prepareFixtures();
try {
  const { compared, restOfReadPath, others, readUnits, accessLogBytes } = await prepareVariants(
    fixtures,
    isNamed,
  );
  const onReadPath = [...compared, ...restOfReadPath];
  if (values.only === undefined) {
    const readPath = await measure(onReadPath, { rounds, invocations });
    const cold = await measure(others, { rounds, invocations: 0 });
    const resultsOf = (...names: readonly string[]): readonly Result[] =>
      names.flatMap((name) => readPath.filter((result) => result.name === name));
    const isCompared = ({ name }: Result): boolean => compared.some((variant) => variant.name === name);
    const cost = (name: string, ...functions: readonly string[]) =>
      costOf({ name, functions: resultsOf(...functions), readUnits, accessLogBytes });
    printReport(
      {
        variants: readPath.filter(isCompared),
        restOfReadPath: readPath.filter((result) => !isCompared(result)),
        others: cold,
        costs: [
          cost('as built', 'SalesApi/Authorize', 'SalesApi/GetPerson'),
          cost('both by good practice', 'good-practice', 'good-practice'),
          cost('both with Powertools', 'powertools', 'powertools'),
        ],
      },
      { isJson: values.json },
    );
  } else {
    const results = [
      ...(await measure(withFloors(onReadPath), { rounds, invocations })),
      ...(await measure(withFloors(others), { rounds, invocations: 0 })),
    ];
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ machine: machine(), results })}\n`
        : `${machine()}\n\n${table(['function', ...COLUMNS], results.map(row))}`,
    );
  }
} finally {
  await fixtures.stop();
}
