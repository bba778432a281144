/**
 * Measures the CPU time of judging the 500 entries of a page: with the first request of an instance, which
 * loads the table and locale data, and with later ones. Prints one line, or JSON with `--json`.
 */
import { parseArgs } from 'node:util';
import { loadCallingHours } from '../../../shared/calling-hours/record-judge.ts';
import { CALLING_HOURS_FILE, northAmerica } from '../../support/records/calling-hours.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { median } from '../support/median.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const ENTRIES = 500;
const REQUESTS = 60;
/** Until the code is optimized. */
const WARM_UP = 20;
const TIME_ZONES = [null, 'America/New_York', 'America/Denver', null];

const [person] = sampleData('Bench').people;
const [entry] = sampleData('Bench').callLists.flatMap(({ entries }) => entries);
if (person === undefined || entry === undefined) throw new Error('There are too few sample records.');

const prefixes = northAmerica.numbers.flatMap((group) => group.prefixes);
/** To all area codes, so that few entries have a place in common. */
const calls = Array.from({ length: ENTRIES }, (_, index) => {
  const number = `${prefixes[index % prefixes.length]}5550100`;
  return {
    entry: { ...entry, phone: { number, type: 'work' as const } },
    person: { ...person, timezone: TIME_ZONES[index % TIME_ZONES.length] ?? null, location: null },
  };
});

const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const started = cpuMilliseconds();
const callingHours = await loadCallingHours(CALLING_HOURS_FILE);
const requests = Array.from({ length: REQUESTS }, (_, index) => {
  const before = index === 0 ? started : cpuMilliseconds();
  const judge = callingHours.at(Date.now());
  for (const call of calls) judge.entry(call.entry, call.person, [null]);
  return cpuMilliseconds() - before;
});
const result = {
  firstMilliseconds: Number((requests[0] ?? Number.NaN).toPrecision(3)),
  laterMilliseconds: Number(median(requests.slice(WARM_UP)).toPrecision(3)),
};
process.stdout.write(
  values.json
    ? `${JSON.stringify(result)}\n`
    : `${ENTRIES} entries: ${result.firstMilliseconds} ms of CPU time at first, then ` +
        `${result.laterMilliseconds} ms.\n`,
);
