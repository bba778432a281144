/**
 * Measures pages of people among 10,000, 100,000 and 1,000,000: the first, a middle and the last one of 100
 * and of 500 people, each lookup of one, and each filter with 100 matches, each against a floor that makes
 * the same DynamoDB requests with a bare client. Also reads all people of each size once, page by page.
 * Prints tables, or one JSON document with `--json`.
 *
 * - `--people N,N,…`: other sizes
 * - `--only TEXT`: only requests whose name contains it, such as `entries` or `by tag`
 * - `--rounds N` (9) and `--invocations N` (200): see the functions benchmark
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createListPeople } from '../../../functions/records/list-people/handler.ts';
import { encodeCursor } from '../../../shared/contract/cursor.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { lookupsOf } from '../../../shared/records/lookups/lookup-changes.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { nameLookups } from '../../../shared/records/lookups/name-lookups.ts';
import { callListEntryToItem } from '../../../shared/records/store/call-list-entry-items.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { collectionSortKey, personKey } from '../../../shared/table/items/keys.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { validQuery } from '../../support/contract/valid-query.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { buildFunctions } from '../functions/built-functions.ts';
import { readUnitsOf } from '../functions/capacity.ts';
import { type Fixtures, prepareFixtures } from '../functions/fixtures.ts';
import { measure } from '../functions/measure.ts';
import { COLUMNS, row } from '../functions/report.ts';
import { bundleFloor } from '../functions/rivals.ts';
import type { Variant } from '../functions/take-sample.ts';
import { callsOf } from '../functions/variants.ts';
import { changedAtOf, STORED_ENTRY, STORED_PERSON, stopStream, storePeople } from '../growth/fill.ts';
import { machine, table } from '../support/output.ts';
import { putInBatches } from '../support/put-items.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    people: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '9' },
    invocations: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.people.split(',').map(Number);
const LIMITS = [100, 500];

const isOk = (answer: string): boolean => JSON.parse(answer).statusCode === 200;
const counted = (count: number): string => count.toLocaleString('en');

const cursorAt = (organizationId: string, index: number): string =>
  encodeCursor(
    ['people', organizationId, undefined, 'changedAt'],
    `${changedAtOf(0)} ${collectionSortKey(changedAtOf(index), '00000000-0000-0000-0000-000000000000')}`,
  );

const putLookups = ({ client, tableName }: Fixtures, lookups: ReturnType<typeof lookupsOf>): Promise<void> =>
  createLookupStore(createDocumentClientWrites(client), tableName).apply(
    lookups.map((lookup) => ({ ...lookup, version: 1, type: 'put' as const })),
  );

/** Writes the lookups of one person, as if no other had the same values. */
const storeLookUps = async (fixtures: Fixtures, id: string): Promise<void> => {
  const { client, tableName, organizationId } = fixtures;
  const [item] = await createTableReader(client, tableName).getMany([personKey(organizationId, id)]);
  const resource = { kind: 'person', organizationId, id } as const;
  await putLookups(fixtures, item === undefined ? [] : lookupsOf(resource, item));
};

/** How many matches each filter has. */
const MATCHES = 100;

/** The start of the names of all people, which share a partition, and of the matches. */
const SHARED_START = 'zo';
const MATCHING_START = 'zoe match';

/** Writes the names of all people, of which {@link MATCHES} are found by more than their first letters. */
const storeNames = async ({ client, tableName, organizationId }: Fixtures, size: number): Promise<void> => {
  await putInBatches(client, tableName, size, (index) => {
    const id = randomUUID();
    const [key] = nameLookups(organizationId, 'PERSON_NAME', [`${SHARED_START}x ${index}`], id);
    return { ...key, version: 1 };
  });
};

/**
 * Stores people and entries that the filters find, with their lookups. Returns the ids of people and list.
 */
const storeMatches = async (fixtures: Fixtures) => {
  const { client, tableName, organizationId } = fixtures;
  const ids = Array.from({ length: MATCHES }, () => randomUUID());
  const lookups: ReturnType<typeof lookupsOf>[number][] = [];
  await putInBatches(client, tableName, MATCHES, (index) => {
    const id = ids[index] ?? '';
    const item = personToItem(organizationId, {
      ...STORED_PERSON,
      id,
      firstName: 'Zoe',
      lastName: `Match ${index}`,
      ownerId: 'wanted',
      tags: ['wanted'],
      changedAt: changedAtOf(index),
    });
    lookups.push(...lookupsOf({ kind: 'person', organizationId, id }, item));
    return { ...item, version: 1 };
  });
  const callListId = randomUUID();
  await putInBatches(client, tableName, MATCHES, (position) => {
    const id = randomUUID();
    const item = callListEntryToItem(organizationId, {
      ...STORED_ENTRY,
      id,
      callListId,
      position,
      personId: ids[position] ?? null,
      status: 'callback',
      nextCallAt: changedAtOf(position),
    });
    lookups.push(...lookupsOf({ kind: 'call_list_entry', organizationId, id, callListId }, item));
    return { ...item, version: 1 };
  });
  await putLookups(fixtures, lookups);
  return { ids, callListId };
};

type Matches = Awaited<ReturnType<typeof storeMatches>>;

/** Requests of entries by what they ask for. */
const entryEventsOf = ({ organizationId }: Fixtures, { ids, callListId }: Matches) => {
  const get = (query: Readonly<Record<string, string>>) =>
    proxyEvent({ organizationId, resource: ROUTES.listCallListEntries.path, query });
  return {
    'one entry by personId': get({ personId: ids[0] ?? '' }),
    '100 entries by status': get({ status: 'callback' }),
    '100 entries of a list by status': get({ status: 'callback', callListId }),
    '100 entries by nextCallBefore': get({ nextCallBefore: changedAtOf(MATCHES) }),
    '100 entries of a list by nextCallBefore': get({ nextCallBefore: changedAtOf(MATCHES), callListId }),
  };
};

/** Requests by what they ask for: pages, and each lookup. */
const eventsOf = (
  { organizationId }: Fixtures,
  size: number,
  ids: readonly string[],
  { callListId }: Matches,
) => {
  const get = (query: Readonly<Record<string, string>>) =>
    proxyEvent({ organizationId, resource: ROUTES.listPeople.path, query });
  const pages = LIMITS.flatMap((limit) =>
    Object.entries({ first: 0, middle: size / 2, last: size - limit }).map(([page, start]) => [
      `${page} ${limit}`,
      get({ limit: String(limit), ...(start === 0 ? {} : { cursor: cursorAt(organizationId, start) }) }),
    ]),
  );
  return {
    ...Object.fromEntries(pages),
    'first 500, 3 fields': get({ limit: '500', fields: 'firstName,lastName,location.city' }),
    'one by id': get({ id: ids[0] ?? '' }),
    '100 by id': get({ id: ids.slice(0, 100).join() }),
    'one by email': get({ email: STORED_PERSON.emails[0]?.address ?? '' }),
    'one by phone': get({ phone: STORED_PERSON.phones[0]?.number ?? '' }),
    'one by companyId': get({ companyId: STORED_PERSON.companyId ?? '' }),
    'one by externalId': get({ externalId: 'sample:p0' }),
    '100 by ownerId': get({ ownerId: 'wanted' }),
    '100 by tag': get({ tag: 'wanted' }),
    '100 by name': get({ name: MATCHING_START }),
    '100 by callListId': get({ callListId }),
  };
};

/** Reads all pages of 500 in this process. Returns seconds and the number of people. */
const scan = async ({ client, tableName, organizationId }: Fixtures) => {
  const list = createListPeople({ reader: createTableReader(client, tableName) });
  const principal = { organizationId, permissions: new Set<never>() };
  let cursor: string | undefined;
  let people = 0;
  const start = performance.now();
  do {
    const query = validQuery(ROUTES.listPeople.query, { limit: '500', cursor });
    const { body, unversioned = {} } = await list({ principal, id: '', query, urlWith: () => '' });
    people += body.items.length;
    cursor = unversioned['nextCursor'];
  } while (cursor !== undefined);
  return { people, seconds: (performance.now() - start) / 1000 };
};

const stores: Fixtures[] = [];
try {
  const variants: Variant[] = [];
  const units = new Map<string, number>();
  const scans: { readonly people: number; readonly seconds: number }[] = [];
  for (const size of sizes) {
    process.stderr.write(`Storing ${counted(size)} people …\n`);
    const fixtures = await prepareFixtures();
    stores.push(fixtures);
    await stopStream(fixtures);
    const ids = await storePeople(fixtures, size);
    await storeLookUps(fixtures, ids[0] ?? '');
    await storeNames(fixtures, size);
    const matches = await storeMatches(fixtures);
    scans.push(await scan(fixtures));
    const floor = await bundleFloor(fixtures.folder);
    const events = [
      ...Object.entries(eventsOf(fixtures, size, ids, matches)).map(
        (each) => ['ListPeople', ...each] as const,
      ),
      ...Object.entries(entryEventsOf(fixtures, matches)).map(
        (each) => ['ListCallListEntries', ...each] as const,
      ),
    ];
    for (const [functionName, what, event] of events.filter(([, name]) => name.includes(values.only))) {
      const built = buildFunctions().builtFunction(`SalesApi/${functionName}`);
      const name = `${what} of ${counted(size)}`;
      const floorName = `floor of ${name}`;
      const environment = { ...built.environment, ...fixtures.environment };
      const variant: Variant = { ...built, name, event, environment, isRight: isOk, floor: floorName };
      const calls = await callsOf(variant, fixtures);
      units.set(name, await readUnitsOf(calls, fixtures.engineUrl));
      variants.push(
        {
          ...floor,
          name: floorName,
          event,
          environment: { ...fixtures.environment, FLOOR_CALLS: JSON.stringify(calls) },
          isRight: isOk,
          floor: floorName,
        },
        variant,
      );
    }
  }
  const results = await measure(variants, {
    rounds: Number(values.rounds),
    invocations: Number(values.invocations),
  });
  if (values.json) {
    const readUnits = Object.fromEntries(units);
    process.stdout.write(`${JSON.stringify({ machine: machine(), scans, readUnits, results })}\n`);
  } else {
    process.stdout.write(`${machine()}\n× is the ratio to the floor.\n\n`);
    process.stdout.write(
      table(
        ['page', ...COLUMNS, 'read units'],
        results.map((result) => [...row(result), String(units.get(result.name) ?? '')]),
      ),
    );
    process.stdout.write(
      `\n${table(
        ['scan of all people', 'seconds', 'people per second'],
        scans.map(({ people, seconds }) => [
          counted(people),
          seconds.toFixed(1),
          counted(Math.round(people / seconds)),
        ]),
      )}`,
    );
  }
} finally {
  for (const store of stores) await store.stop();
}
