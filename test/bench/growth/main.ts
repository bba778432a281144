/**
 * Measures whether the cost of a request grows with the stored data: a get by ID among 10,000, 100,000 and
 * 1,000,000 people, and pages of call lists of 10, 10,000 and 100,000 entries. Prints tables, or one JSON
 * document with `--json`.
 *
 * - `--people N,N,…`, `--entries N,N,…`: other sizes
 * - `--rounds N` (9) and `--invocations N` (500): see the functions benchmark
 */
import { parseArgs } from 'node:util';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { buildFunctions } from '../functions/built-functions.ts';
import { readUnitsOf } from '../functions/capacity.ts';
import { type Fixtures, prepareFixtures } from '../functions/fixtures.ts';
import { measure } from '../functions/measure.ts';
import { COLUMNS, row } from '../functions/report.ts';
import { takeSample, type Variant } from '../functions/take-sample.ts';
import { machine, table } from '../support/output.ts';
import { cursorAfter } from './cursor-after.ts';
import { type StoredList, stopStream, storeCallList, storePeople } from './fill.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    people: { type: 'string', default: '10000,100000,1000000' },
    entries: { type: 'string', default: '10,10000,100000' },
    rounds: { type: 'string', default: '9' },
    invocations: { type: 'string', default: '500' },
  },
});
const sizesOf = (text: string): readonly number[] => text.split(',').map(Number);
const rounds = Number(values.rounds);
const invocations = Number(values.invocations);
/** The default page size of the API. */
const PAGE = 100;

const isOk = (answer: string): boolean => JSON.parse(answer).statusCode === 200;

const { builtFunction } = buildFunctions();
const variantOf = (
  fixtures: Fixtures,
  path: string,
  options: Pick<Variant, 'name' | 'event' | 'floor'>,
): Variant => {
  const built = builtFunction(path);
  return {
    ...built,
    environment: { ...built.environment, ...fixtures.environment },
    isRight: isOk,
    ...options,
  };
};

/** The read units of one invocation. */
const unitsOf = async (variant: Variant, { front, engineUrl }: Fixtures): Promise<number> => {
  const calls = await front.record(() => takeSample(variant, { warmUps: 0, invocations: 0 }));
  return readUnitsOf(calls, engineUrl);
};

const pageEvent = ({ organizationId }: Fixtures, list: StoredList, start: number) =>
  proxyEvent({
    organizationId,
    resource: ROUTES.getCallList.path,
    id: list.id,
    query: {
      limit: String(PAGE),
      ...(start === 0
        ? {}
        : { cursor: cursorAfter(organizationId, list.id, start - 1, list.entryIdAt(start - 1)) }),
    },
  });

const stores: Fixtures[] = [];
try {
  const variants: Variant[] = [];
  const units = new Map<string, number>();
  const add = async (variant: Variant, fixtures: Fixtures): Promise<void> => {
    variants.push(variant);
    units.set(variant.name, await unitsOf(variant, fixtures));
  };

  const nameOf = (count: number): string => `person of ${count.toLocaleString('en')}`;
  const [smallest = 0] = sizesOf(values.people);
  for (const count of sizesOf(values.people)) {
    process.stderr.write(`Storing ${count} people …\n`);
    const fixtures = await prepareFixtures();
    stores.push(fixtures);
    await stopStream(fixtures);
    const ids = await storePeople(fixtures, count);
    const { organizationId } = fixtures;
    const event = ids.map((id) => proxyEvent({ organizationId, resource: ROUTES.getPerson.path, id }));
    const options = { name: nameOf(count), event, floor: nameOf(smallest) };
    await add(variantOf(fixtures, 'SalesApi/GetPerson', options), fixtures);
  }

  const lists = await prepareFixtures();
  stores.push(lists);
  await stopStream(lists);
  for (const count of sizesOf(values.entries)) {
    process.stderr.write(`Storing a call list of ${count} entries …\n`);
    const list = await storeCallList(lists, count);
    const label = (page: string): string => `${page} page of ${count.toLocaleString('en')} entries`;
    const starts = { first: 0, ...(count > PAGE ? { middle: count / 2, last: count - PAGE } : {}) };
    for (const [page, start] of Object.entries(starts)) {
      const event = pageEvent(lists, list, start);
      const options = { name: label(page), event, floor: label('first') };
      await add(variantOf(lists, 'SalesApi/GetCallList', options), lists);
    }
  }

  const results = (await measure(variants, { rounds, invocations })).map((result) => ({
    ...result,
    readUnits: units.get(result.name) ?? Number.NaN,
  }));
  if (values.json) process.stdout.write(`${JSON.stringify({ machine: machine(), results })}\n`);
  else {
    process.stdout.write(
      `${machine()}\n× is the ratio to the smallest store, or to the first page of the list.\n\n`,
    );
    process.stdout.write(
      table(
        ['request', ...COLUMNS, 'read units'],
        results.map((result) => [...row(result), String(result.readUnits)]),
      ),
    );
  }
} finally {
  for (const store of stores) await store.stop();
}
