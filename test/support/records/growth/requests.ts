import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { listEventTypes } from '../../../../functions/events/list-event-types/handler.ts';
import { createListEvents } from '../../../../functions/events/list-events/handler.ts';
import { createGetExport } from '../../../../functions/exports/get-export/handler.ts';
import { createListExports } from '../../../../functions/exports/list-exports/handler.ts';
import { dataFunction } from '../../../../functions/http/data-api.ts';
import { createGetImport } from '../../../../functions/imports/get-import/handler.ts';
import { createListImports } from '../../../../functions/imports/list-imports/handler.ts';
import { createGetKey } from '../../../../functions/keys/get-key/handler.ts';
import { createCountRecords } from '../../../../functions/records/count-records/handler.ts';
import { createGetCallList } from '../../../../functions/records/get-call-list/handler.ts';
import { createGetPerson } from '../../../../functions/records/get-person/handler.ts';
import { createListCallListEntries } from '../../../../functions/records/list-call-list-entries/handler.ts';
import { createListCallLists } from '../../../../functions/records/list-call-lists/handler.ts';
import { createListFields } from '../../../../functions/records/list-fields/handler.ts';
import { createListPeople } from '../../../../functions/records/list-people/handler.ts';
import { operationsOf } from '../../../../functions/records/of-kinds.ts';
import { createListWebhookEndpoints } from '../../../../functions/webhooks/list-webhook-endpoints/handler.ts';
import { allowedWith, type QueryParameter } from '../../../../shared/contract/query-parameters.ts';
import { importInto } from '../../../../shared/imports/reader/import-into.ts';
import { countedFields, countsOf, PEOPLE_COUNT } from '../../../../shared/kinds/counts.ts';
import { KIND_NAMES, type KindName } from '../../../../shared/kinds/names.ts';
import {
  READ_ROUTE_NAMES,
  type ReadRouteName,
  ROUTES,
} from '../../../../shared/operations/data-api/routes.ts';
import { createCallListRepository } from '../../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../../shared/records/store/records.ts';
import type { TableReader } from '../../../../shared/table/reader.ts';
import { createLaggingTable } from '../../engine/lagging-table/lagging-table.ts';
import type { MeteredTable } from '../../engine/metered-table.ts';
import { lambdaContext, proxyEvent } from '../../http/proxy-event.ts';
import { createFakeImportBucket } from '../../imports/fake-import-bucket.ts';
import { callingHours } from '../calling-hours.ts';
import { FEW, idAt, listsAmong, ORGANIZATION, timeAt } from './organization.ts';

const bucket = { downloadUrl: () => ({ url: '', expiresAt: new Date(0) }) };
const importBucket = createFakeImportBucket();
const usagePlans = { standard: { rate: 10, burst: 20, dailyQuota: 100_000 } };
const key = {
  name: 'growth',
  plan: 'standard',
  createdAt: timeAt(0),
  expiresAt: null,
  allowedAddresses: null,
  importSource: null,
};

type Invoke = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The function of every operation that reads. */
const OPERATIONS: Readonly<Record<ReadRouteName, (reader: TableReader) => Invoke>> = {
  listPeople: (reader) => dataFunction(ROUTES.listPeople, createListPeople({ reader })),
  getPerson: (reader) =>
    dataFunction(
      ROUTES.getPerson,
      createGetPerson({
        people: createPersonRepository(reader),
        companies: createCompanyRepository(reader),
        callingHours,
      }),
    ),
  listCompanies: (reader) => dataFunction(ROUTES.listCompanies, operationsOf('company').list({ reader })),
  getCompany: (reader) => dataFunction(ROUTES.getCompany, operationsOf('company').get({ reader })),
  listCallLists: (reader) => dataFunction(ROUTES.listCallLists, createListCallLists({ reader })),
  getCallList: (reader) =>
    dataFunction(
      ROUTES.getCallList,
      createGetCallList({
        callLists: createCallListRepository(reader),
        people: createPersonRepository(reader),
        companies: createCompanyRepository(reader),
        callingHours,
      }),
    ),
  listCallListEntries: (reader) =>
    dataFunction(ROUTES.listCallListEntries, createListCallListEntries({ reader })),
  listCalls: (reader) => dataFunction(ROUTES.listCalls, operationsOf('call').list({ reader })),
  getCall: (reader) => dataFunction(ROUTES.getCall, operationsOf('call').get({ reader })),
  countRecords: (reader) => dataFunction(ROUTES.countRecords, createCountRecords({ reader })),
  listFields: (reader) => dataFunction(ROUTES.listFields, createListFields({ reader })),
  getKey: (reader) => dataFunction(ROUTES.getKey, createGetKey({ reader, usagePlans })),
  listEvents: (reader) => dataFunction(ROUTES.listEvents, createListEvents({ reader })),
  listEventTypes: () => dataFunction(ROUTES.listEventTypes, listEventTypes),
  listWebhookEndpoints: (reader) =>
    dataFunction(ROUTES.listWebhookEndpoints, createListWebhookEndpoints({ reader })),
  listExports: (reader) => dataFunction(ROUTES.listExports, createListExports({ reader, bucket })),
  getExport: (reader) => dataFunction(ROUTES.getExport, createGetExport({ reader, bucket })),
  listImports: (reader) =>
    dataFunction(ROUTES.listImports, createListImports({ reader, bucket: importBucket })),
  getImport: (reader) => dataFunction(ROUTES.getImport, createGetImport({ reader, bucket: importBucket })),
};

/** The records that operations get by id: of a call list, the one with half of the entries. */
const IDS: Readonly<Partial<Record<ReadRouteName, string>>> = {
  getPerson: idAt('a', 0),
  getCompany: idAt('b', 0),
  getCallList: idAt('c', 1),
  getCall: idAt('e', 0),
  getExport: idAt('a', 0),
  getImport: idAt('a', 0),
};

/** What only shapes a page, or continues it. */
const PAGING = ['limit', 'cursor', 'count', 'fields'] as const;

type Routes = typeof ROUTES;
type Parameters_ = { [N in ReadRouteName]: Routes[N]['query'] }[ReadRouteName];
type Names<Q> = Q extends unknown
  ? { [P in keyof Q]: Q[P] extends { kind: 'enum' | 'set' | 'boolean' } ? never : P }[keyof Q]
  : never;

/** Every filter whose values are not declared. */
type FilterParameter = Exclude<Names<Parameters_>, (typeof PAGING)[number]>;

/** Values that few records have, or, of filters that may find many, half of all. */
const VALUES: Readonly<
  Record<FilterParameter, (size: number) => { readonly few: string; readonly half?: string }>
> = {
  id: () => ({ few: Array.from({ length: FEW }, (_, index) => idAt('a', index)).join() }),
  externalId: () => ({ few: 'growth:few' }),
  email: () => ({ few: 'few@growth.example' }),
  phone: () => ({ few: '+12025550100' }),
  domain: () => ({ few: 'few.example' }),
  name: () => ({ few: 'few', half: 'half' }),
  ownerId: () => ({ few: 'few', half: 'half' }),
  tag: () => ({ few: 'few', half: 'half' }),
  companyId: () => ({ few: idAt('b', 0), half: idAt('b', 1) }),
  callListId: () => ({ few: idAt('c', 0), half: idAt('c', 1) }),
  personId: () => ({ few: idAt('a', 0) }),
  nextCallBefore: (size) => ({ few: timeAt(FEW - 1), half: timeAt(size / 2) }),
  changedSince: (size) => ({ few: timeAt(size - FEW), half: timeAt(size / 2) }),
  createdAfter: (size) => ({
    few: timeAt(listsAmong(size) - FEW),
    half: timeAt(listsAmong(size) / 2),
  }),
  createdBefore: (size) => ({ few: timeAt(FEW), half: timeAt(listsAmong(size) / 2) }),
  agent: () => ({ few: 'few', half: 'half' }),
  disposition: () => ({ few: 'few', half: 'half' }),
  startedSince: (size) => ({ few: timeAt(size - FEW), half: timeAt(size / 2) }),
  startedBefore: (size) => ({ few: timeAt(FEW), half: timeAt(size / 2) }),
  since: () => ({ few: timeAt(0) }),
  value: () => ({ few: 'few', half: 'half' }),
};

type Values = Readonly<Record<string, string>>;

const valuesOf = (
  name: string,
  parameter: QueryParameter,
  size: number,
): readonly (readonly [string, string])[] => {
  if (parameter.kind === 'boolean') return ['true', 'false'].map((value) => [value, value]);
  if (parameter.kind === 'enum' || parameter.kind === 'set')
    return parameter.values.map((value) => [value, value]);
  return Object.entries(VALUES[name as FilterParameter](size));
};

/** The combinations of parameters that an operation requires. */
const requiredBy = (route: ReadRouteName): readonly Values[] => {
  if (route === 'listFields') return KIND_NAMES.map((resource) => ({ resource }));
  if (route !== 'countRecords') return [{}];
  return KIND_NAMES.flatMap((resource) => countedFields(resource).map((by) => ({ resource, by })));
};

/** The filters of each operation whose totals are kept, and not counted. */
const keptOf = (path: string): readonly string[] => {
  const kind = KIND_NAMES.find((name: KindName) => path === `/v1/${name}`);
  if (kind === undefined) return [];
  const counts = [...countsOf(kind), ...(kind === 'person' ? [PEOPLE_COUNT] : [])];
  return counts.flatMap(({ fields }) => fields);
};

/** A request to measure. */
interface GrowthRequest {
  readonly route: ReadRouteName;
  /** As the parameters of a request, with `few` or `half` for the share of records that have the value. */
  readonly name: string;
  readonly query: Values;
  /** Whether its `totalCount` is counted up to a maximum, so that it costs more the more there is. */
  readonly isCounting: boolean;
}

/** Every operation that reads, and each with every value of every filter. */
const growthRequests = (size: number, pageSize: number): readonly GrowthRequest[] =>
  READ_ROUTE_NAMES.flatMap((route) => {
    const { path } = ROUTES[route];
    const declared: Readonly<Record<string, QueryParameter>> = ROUTES[route].query;
    const filters = Object.entries(declared).filter(
      ([name, { isRequired }]) => isRequired !== true && !(PAGING as readonly string[]).includes(name),
    );
    const { limit: pages } = declared;
    const limit: Values =
      pages?.kind === 'integer' ? { limit: String(Math.min(pageSize, pages.maximum)) } : {};
    const kept = keptOf(path);
    const labelled = (given: readonly (readonly [name: string, label: string, value: string])[]) => {
      const isHalf = given.some(([, label]) => label === 'half');
      return {
        label: given.map(([name, label]) => `${name}=${label}`).join('&'),
        query: Object.fromEntries(given.map(([name, , value]) => [name, value])),
        isCounting: route === 'countRecords' || (isHalf && !given.every(([name]) => kept.includes(name))),
      };
    };
    const variants = [
      labelled([]),
      ...filters.flatMap(([name, parameter]) =>
        valuesOf(name, parameter, size).flatMap(([label, value]) => {
          const others = (parameter.onlyWith ?? []).filter(
            (other) => other === 'callListId' && other in declared,
          );
          return [
            labelled([[name, label, value]]),
            ...others.map((other) =>
              labelled([
                [name, label, value],
                [other, 'half', VALUES.callListId(size).half ?? ''],
              ]),
            ),
          ];
        }),
      ),
    ];
    return requiredBy(route).flatMap((required) =>
      variants.map(({ label, query, isCounting }) => {
        const text = [new URLSearchParams(required).toString(), label]
          .filter((part) => part !== '')
          .join('&');
        return {
          route,
          name: text === '' ? path : `${path}?${text}`,
          query: { ...limit, ...required, ...query },
          isCounting,
        };
      }),
    );
  });

/** What a request costs, or its next page. */
interface MeasuredRequest {
  readonly name: string;
  readonly units: number;
  readonly milliseconds?: number;
}

/** Whether a request needs no other kinds. */
const isOf =
  (kinds: readonly KindName[]) =>
  ({ route, query }: GrowthRequest): boolean =>
    kinds.some(
      (kind) =>
        [`/v1/${kind}`, `/v1/${kind}/{id}`].includes(ROUTES[route].path) || query['resource'] === kind,
    ) &&
    // The people of a list are those of its entries.
    (route !== 'listPeople' || !('callListId' in query) || kinds.includes('call-list-entry'));

interface MeasureOptions {
  readonly pageSize?: number;
  /** The kinds that are stored: others are not requested. Default: all */
  readonly kinds?: readonly KindName[];
  /** How often each request is timed, for the median. Default: not */
  readonly rounds?: number;
}

/** Imports ten people who name companies that few records share, as far as it reads. */
const previewImport = async (reader: TableReader): Promise<void> => {
  const rows = Array.from({ length: 10 }, (_, index) => `P${index},other ${FEW + 2 * index}`);
  const file = {
    name: 'people.csv',
    async *open() {
      yield Buffer.from(['Record ID,Company Name', ...rows].join('\n'));
    },
  };
  const writer = createLaggingTable().writer;
  const options = { organizationId: ORGANIZATION, region: 'US', isDryRun: true } as const;
  const report = await importInto({ reader, writer }, { ...options, files: { people: file } });
  if (report.people.warnings > 0) throw new Error('The import did not find the companies.');
};

/**
 * Measures each request, and its second page, and an import. Those that count also with `count=none`.
 *
 * @param size of the stored organization
 */
export const measureRequests = async (
  table: MeteredTable,
  size: number,
  { pageSize = 10, kinds = KIND_NAMES, rounds = 0 }: MeasureOptions = {},
) => {
  const all = growthRequests(size, pageSize);
  const requests = kinds === KIND_NAMES ? all : all.filter(isOf(kinds));
  const measured: (MeasuredRequest & Pick<GrowthRequest, 'isCounting'>)[] = [];
  const partitions = new Set<string>();
  const handlers = new Map(READ_ROUTE_NAMES.map((route) => [route, OPERATIONS[route](table.reader)]));
  const send = async (
    { route, name }: GrowthRequest,
    query: Values,
  ): Promise<{ readonly nextCursor?: string }> => {
    const id = IDS[route];
    const event = {
      organizationId: ORGANIZATION,
      resource: ROUTES[route].path,
      query,
      key,
      ...(id && { id }),
    };
    const answer = await handlers.get(route)?.(proxyEvent(event), lambdaContext());
    const expected = route === 'getExport' || route === 'getImport' ? 404 : 200;
    if (answer?.statusCode !== expected)
      throw new Error(`${name} answers ${answer?.statusCode}: ${answer?.body}`);
    return JSON.parse(answer.body);
  };
  /** The median time of a request. */
  const timed = async (
    request: GrowthRequest,
    query: Values,
  ): Promise<Pick<MeasuredRequest, 'milliseconds'>> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await send(request, query);
      times.push(performance.now() - start);
    }
    table.take();
    const milliseconds = times.toSorted((one, other) => one - other)[rounds >> 1];
    return milliseconds === undefined ? {} : { milliseconds };
  };
  // What functions read once.
  for (const request of requests) if (request.route === 'countRecords') await send(request, request.query);
  for (const each of requests) {
    const modes = each.isCounting && 'count' in ROUTES[each.route].query ? [{}, { count: 'none' }] : [{}];
    for (const mode of modes) {
      const name = Object.keys(mode).length === 0 ? each.name : `${each.name}&count=none`;
      const isCounting = each.isCounting && name === each.name;
      table.take();
      const query = { ...each.query, ...mode };
      const { nextCursor } = await send(each, query);
      const first = table.take();
      measured.push({ name, units: first.units, isCounting, ...(await timed(each, query)) });
      for (const partition of first.partitions) partitions.add(partition);
      if (nextCursor === undefined) continue;
      const declared: Readonly<Record<string, QueryParameter>> = ROUTES[each.route].query;
      const others = allowedWith(declared, 'cursor');
      const kept = Object.entries(query).filter(([other]) => others.includes(other));
      const next = { ...Object.fromEntries(kept), cursor: nextCursor };
      await send(each, next);
      const { units } = table.take();
      measured.push({ name: `${name}, page 2`, units, isCounting: false, ...(await timed(each, next)) });
    }
  }
  if (kinds !== KIND_NAMES) return { measured, partitions };
  await previewImport(table.reader);
  measured.push({
    name: 'import of 10 people by company name',
    units: table.take().units,
    isCounting: false,
  });
  return { measured, partitions };
};
