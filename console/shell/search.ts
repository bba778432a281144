import { API_KEY_STATES } from '../../shared/contract/keys/api-key-limits.ts';
import type { AdminApi, Page } from '../api/admin-api.ts';
import { ApiError } from '../api/problem.ts';
import { readEndpoints } from '../api/read-all.ts';
import { formatNumber } from '../parts/numbers.ts';
import { keyPath } from '../routing/key-paths.ts';
import { isRecordId, KINDS, type KindSegment, kindPath, recordPath } from '../routing/record-paths.ts';
import { hrefOf } from '../routing/route.ts';
import { AUDIT_LOG_PATH } from '../views/audit-log/audit-log-paths.ts';
import { searchOfKey } from '../views/keys/key-search.ts';
import { REQUESTS_PATH, requestHref } from '../views/keys/requests/request-paths.ts';
import { type Guess, guessesOf, mayBeId, parametersOf } from '../views/records/lists/guess.ts';
import { companyName, personName } from '../views/records/record-names.ts';
import type { View } from '../views/view.ts';
import { endpointPath, WEBHOOKS_PATH } from '../views/webhooks/webhook-paths.ts';
import { ACTIONS } from './actions.ts';

/** Something that a search has found. */
export interface Found {
  readonly kind: string;
  readonly text: string;
  /** What tells it from others of the same name. */
  readonly details?: string;
  readonly href: string;
}

export interface SearchScope {
  readonly api: AdminApi;
  /** Those that the user may see. */
  readonly views: readonly View[];
  readonly isAdmin: boolean;
  readonly canSeeData: boolean;
  /** The sources of records, read once. */
  readonly sources: () => Promise<readonly string[]>;
}

/** As many of each kind as fit. */
const LIMIT = 5;

type Source = (signal: AbortSignal) => Promise<readonly Found[]>;

/** Views and actions whose names contain a text. */
export const findViews = (
  text: string,
  { views, isAdmin }: Pick<SearchScope, 'views' | 'isAdmin'>,
): readonly Found[] => {
  const matches = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
  const actions = ACTIONS.filter(({ isForAdmins, name }) => (isAdmin || !isForAdmins) && matches(name));
  return [
    ...views
      .filter(({ title }) => matches(title))
      .map(({ title, path }) => ({ kind: 'View', text: title, href: hrefOf(path) })),
    ...actions.map(({ name, path }) => ({ kind: 'Action', text: name, href: hrefOf(path) })),
  ];
};

/** A page of one record more than is shown says whether there are more. */
const PAGE = { limit: LIMIT + 1 } as const;

const detailsOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part).join(' · ');

/** What was found, and where the rest is. */
const withRest = (
  kind: KindSegment,
  { parameter, ...guess }: Guess,
  { totalCount }: Pick<Page<unknown>, 'totalCount'>,
  found: readonly Found[],
): readonly Found[] => {
  if (found.length <= LIMIT) return found;
  const { title } = KINDS[kind];
  const count = typeof totalCount === 'number' ? formatNumber(totalCount) : 'More than 10,000';
  const rest = {
    kind: 'List',
    text: `All ${count} ${title.toLowerCase()} found`,
    href: hrefOf(kindPath(kind), { [parameter]: 'values' in guess ? guess.values[0] : guess.value }),
  };
  return [...found.slice(0, LIMIT), ...('values' in guess && guess.values.length > 1 ? [] : [rest])];
};

const peopleSource =
  (guess: Guess, api: AdminApi): Source =>
  async (signal) => {
    const page = await api.request('GET /people', { query: { ...parametersOf(guess), ...PAGE } }, signal);
    const ids = [...new Set(page.items.flatMap(({ companyId }) => companyId ?? []))];
    const query = { id: ids, limit: PAGE.limit, count: 'none' } as const;
    const companies = ids.length === 0 ? [] : (await api.request('GET /companies', { query }, signal)).items;
    const names = new Map(companies.map((company) => [company.id, companyName(company)]));
    const found = page.items.map((person) => ({
      kind: 'Person',
      text: personName(person),
      details: detailsOf(
        person.title,
        names.get(person.companyId ?? ''),
        person.emails[0]?.address ?? person.phones[0]?.number,
      ),
      href: hrefOf(recordPath('people', person.id)),
    }));
    return withRest('people', guess, page, found);
  };

const companySource =
  (guess: Guess, api: AdminApi): Source =>
  async (signal) => {
    const page = await api.request('GET /companies', { query: { ...parametersOf(guess), ...PAGE } }, signal);
    const found = page.items.map((company) => ({
      kind: 'Company',
      text: companyName(company),
      details: detailsOf(company.name === null ? null : company.domain, company.location?.city),
      href: hrefOf(recordPath('companies', company.id)),
    }));
    return withRest('companies', guess, page, found);
  };

const callListOf = ({ id, name }: { readonly id: string; readonly name: string }): Found => ({
  kind: 'Call list',
  text: name,
  href: hrefOf(recordPath('call-lists', id)),
});

const callListSource =
  (guess: Guess, api: AdminApi): Source =>
  async (signal) => {
    if (guess.parameter === 'id') {
      return [
        callListOf(
          await api.request('GET /call-lists/{id}', { id: guess.value, query: { limit: 1 } }, signal),
        ),
      ];
    }
    const page = await api.request('GET /call-lists', { query: { ...parametersOf(guess), ...PAGE } }, signal);
    return withRest('call-lists', guess, page, page.items.map(callListOf));
  };

/** The lookups that each kind has. */
const SOURCES: readonly (readonly [
  source: (guess: Guess, api: AdminApi) => Source,
  parameters: readonly Guess['parameter'][],
])[] = [
  [peopleSource, ['id', 'email', 'phone', 'externalId', 'name']],
  [companySource, ['id', 'domain', 'phone', 'externalId', 'name']],
  [callListSource, ['id', 'externalId', 'name']],
];

const recordSources = (text: string, api: AdminApi, sources: readonly string[]): readonly Source[] =>
  guessesOf(text, sources).flatMap((guess) =>
    SOURCES.filter(([, parameters]) => parameters.includes(guess.parameter)).map(([source]) =>
      source(guess, api),
    ),
  );

const keySource =
  (text: string, api: AdminApi): Source =>
  async (signal) => {
    const query = { search: searchOfKey(text), state: API_KEY_STATES, limit: LIMIT };
    return (await api.request('GET /api-keys', { query }, signal)).items.map(({ id, name, state }) => ({
      kind: state === 'active' ? 'API key' : `API key, ${state}`,
      text: name,
      href: hrefOf(keyPath(id)),
    }));
  };

const endpointSource =
  (text: string, api: AdminApi): Source =>
  async (signal) => {
    const wanted = text.toLowerCase();
    return (await readEndpoints(api, signal))
      .filter(({ id, url, description }) =>
        [id, url, description ?? ''].some((each) => each.toLowerCase().includes(wanted)),
      )
      .slice(0, LIMIT)
      .map(({ id, url }) => ({ kind: 'Webhook endpoint', text: url, href: hrefOf(endpointPath(id)) }));
  };

/** Where else to look. */
const furtherSearches = (text: string, { views }: SearchScope): readonly Found[] => {
  const has = (path: string): boolean => views.some((view) => view.path === path);
  return [
    ...(isRecordId(text.toLowerCase()) && has(REQUESTS_PATH)
      ? [
          {
            kind: 'Request',
            text: `Request ${text}`,
            href: requestHref(text.toLowerCase()),
          },
        ]
      : []),
    ...(has(AUDIT_LOG_PATH)
      ? [
          {
            kind: 'Audit log',
            text: `Entries with “${text}”`,
            href: hrefOf(AUDIT_LOG_PATH, { search: text }),
          },
        ]
      : []),
  ];
};

/** What a search has found, and why that may not be all. */
export interface Results {
  readonly found: readonly Found[];
  readonly error?: unknown;
}

/** Whether a value is not one of the kind that a source has, or the user may not see that kind. */
const findsNothing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);

/** Everything that a text finds by name, email, phone, domain or id. */
export const searchAll = async (text: string, scope: SearchScope, signal: AbortSignal): Promise<Results> => {
  const { api, views, canSeeData, sources: readSourcesOnce } = scope;
  const known = canSeeData && mayBeId(text) ? await readSourcesOnce().catch(() => []) : [];
  const sources: readonly Source[] = [
    ...(canSeeData ? recordSources(text, api, known) : []),
    keySource(text, api),
    ...(views.some(({ path }) => path === WEBHOOKS_PATH) ? [endpointSource(text, api)] : []),
  ];
  const ends = await Promise.allSettled(sources.map((source) => source(signal)));
  const found = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const all = [...findViews(text, scope), ...found, ...furtherSearches(searchOfKey(text), scope)];
  return {
    found: [...new Map(all.map((each) => [each.href, each])).values()],
    error: errors.find((error) => !findsNothing(error)),
  };
};
