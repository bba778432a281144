import { afterEach, expect, vi } from 'vitest';
import { routeFunction } from '../../functions/http/route-function.ts';
import { createListCallListEntries } from '../../functions/records/list-call-list-entries/handler.ts';
import { createListCallLists } from '../../functions/records/list-call-lists/handler.ts';
import { createListCompanies } from '../../functions/records/list-companies/handler.ts';
import { createListPeople } from '../../functions/records/list-people/handler.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { type UpgradeOptions, upgradeTable } from '../../shared/records/upgrade/upgrade-table.ts';
import { isCounter } from '../../shared/table/items/change-keys.ts';
import { isListed } from '../../shared/table/items/versions.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { createTable } from '../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../shared/table/table.ts';
import { EARLIER_ORGANIZATIONS, earlierItems, putItems, resourcesOf } from './earlier-version.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine/engine.ts';
import { lambdaContext, proxyEvent } from './http/proxy-event.ts';

/** An engine with the data of the earlier version. */
export interface EarlierTable extends TestEngine {
  readonly table: Table;
}

/** Registers hooks that stop the engines of each test. Returns how to start one. */
export const useEarlierTables = (): ((options?: TestEngineOptions) => Promise<EarlierTable>) => {
  const engines: TestEngine[] = [];
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
  });
  return async (options) => {
    const engine = await startTestEngine(options);
    engines.push(engine);
    await putItems(engine, earlierItems);
    return { ...engine, table: createTable(engine.client, engine.tableName) };
  };
};

export const upgrade = ({ client, tableName }: TestEngine, options: Partial<UpgradeOptions> = {}) =>
  upgradeTable({ client, tableName, ...options });

/** The kind of resource in each collection. */
const KINDS = {
  people: 'person',
  companies: 'company',
  callLists: 'call_list',
  callListEntries: 'call_list_entry',
} as const;
export type CollectionName = keyof typeof KINDS;
export const COLLECTIONS = Object.keys(KINDS) as readonly CollectionName[];

const resources = resourcesOf(earlierItems);

/** The resources of the earlier data, of one organization or of all. */
export const earlierResources = (collection: CollectionName, organizationId?: string) =>
  resources.filter(
    ({ resource }) =>
      resource.kind === KINDS[collection] &&
      (organizationId === undefined || resource.organizationId === organizationId),
  );

/** Asks the function of a route, with every permission. */
export const ask = async (
  handler: ReturnType<typeof routeFunction>,
  request: Parameters<typeof proxyEvent>[0],
) => {
  const { statusCode, headers, body } = await handler(proxyEvent(request), lambdaContext());
  return { statusCode, headers, ...JSON.parse(body) };
};

/** The responses of the four collections, in order of change. */
export const readCollections = async (reader: TableReader, organizationId: string) => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const read = (resource: string, handler: ReturnType<typeof routeFunction>) =>
    ask(handler, { organizationId, resource, query: { limit: '100', sort: 'changedAt' } });
  const { listPeople, listCompanies, listCallLists, listCallListEntries } = ROUTES;
  return {
    people: await read(listPeople.path, routeFunction(listPeople, createListPeople({ reader }))),
    companies: await read(listCompanies.path, routeFunction(listCompanies, createListCompanies({ reader }))),
    callLists: await read(listCallLists.path, routeFunction(listCallLists, createListCallLists({ reader }))),
    callListEntries: await read(
      listCallListEntries.path,
      routeFunction(listCallListEntries, createListCallListEntries({ reader })),
    ),
  };
};

export const idsOf = (items: readonly { readonly id: string }[]): readonly string[] =>
  items.map(({ id }) => id).toSorted();

/** Expects that each collection of each organization is whole, and counted. */
export const expectComplete = async ({ table, itemsOf }: EarlierTable): Promise<void> => {
  const stored = resourcesOf(await itemsOf('ORG#')).map(({ resource }) => resource);
  for (const organizationId of Object.values(EARLIER_ORGANIZATIONS)) {
    const own = stored.filter((resource) => resource.organizationId === organizationId);
    const responses = await readCollections(table.reader, organizationId);
    for (const collection of COLLECTIONS) {
      const expected = own.filter(({ kind }) => kind === KINDS[collection]);
      const { statusCode, totalCount, items } = responses[collection];
      expect([statusCode, totalCount], `${collection} of ${organizationId}`).toEqual([200, expected.length]);
      expect(idsOf(items)).toEqual(idsOf(expected));
    }
  }
};

/** Expects that counters count what is listed, and that collections are complete only if all is listed. */
export const expectConsistent = async ({ itemsOf }: TestEngine): Promise<void> => {
  const all = await itemsOf('ORG#');
  for (const organizationId of Object.values(EARLIER_ORGANIZATIONS)) {
    const items = all.filter(({ pk }) => String(pk).startsWith(`ORG#${organizationId}#`));
    const own = resourcesOf(items);
    const listed = own.filter(({ item }) => isListed(item));
    const counted = items
      .filter(({ sk }) => isCounter(sk))
      .reduce((sum, { total }) => sum + Number(total), 0);
    expect(counted).toBe(listed.filter(({ resource }) => resource.kind !== 'call_list').length);
    if (items.some(({ sk }) => sk === 'COMPLETE')) expect(listed).toHaveLength(own.length);
  }
};
