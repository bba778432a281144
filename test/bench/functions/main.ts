/**
 * Measures the service's functions against a minimal implementation and against common frameworks.
 * Prints tables, or one JSON document with `--json`. Every sample is a new process;
 * variants alternate.
 *
 * - `--rounds N`: samples per variant (15)
 * - `--invocations N`: warm invocations per sample (500), after the same number of unmeasured ones
 */
import { parseArgs } from 'node:util';
import { installPackages } from '../support/packages.ts';
import { costOf } from './cost.ts';
import { prepareFixtures } from './fixtures.ts';
import { measure } from './measure.ts';
import { printReport } from './report.ts';
import type { Result } from './result.ts';
import { prepareVariants } from './variants.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '15' },
    invocations: { type: 'string', default: '500' },
  },
});
const rounds = Number(values.rounds);
const invocations = Number(values.invocations);
if (!(rounds >= 1 && invocations >= 1)) throw new Error('--rounds and --invocations take numbers from 1.');

installPackages();
const fixtures = await prepareFixtures();
try {
  const { compared, restOfReadPath, others, readUnits, accessLogBytes } = await prepareVariants(fixtures);
  const readPath = await measure([...compared, ...restOfReadPath], { rounds, invocations });
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
} finally {
  await fixtures.stop();
}
