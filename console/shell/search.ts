import { API_KEY_STATES } from '../../shared/contract/keys/api-key-limits.ts';
import { capitalized } from '../../shared/kinds/names.ts';
import type { AdminApi, Page } from '../api/admin-api.ts';
import { ApiError } from '../api/problem.ts';
import { readEndpoints } from '../api/read-all.ts';
import { formatNumber } from '../parts/numbers.ts';
import { nameOf, textOf } from '../parts/record-text.ts';
import { AUDIT_LOG_PATH } from '../routing/audit-log-paths.ts';
import { keyPath } from '../routing/key-paths.ts';
import {
  isRecordId,
  KIND_SEGMENTS,
  KINDS,
  type KindSegment,
  kindPath,
  recordPath,
} from '../routing/record-paths.ts';
import { hrefOf } from '../routing/route.ts';
import { searchOfKey } from '../views/keys/key-search.ts';
import { REQUESTS_PATH, requestHref } from '../views/keys/requests/request-paths.ts';
import { type Guess, guessesOf, mayBeId, parametersOf } from '../views/records/lists/guess.ts';
import { getRecord, listRecords, readRecords } from '../views/records/read-records.ts';
import { filtersOf, listedFields, referencesIn } from '../views/records/record-fields.ts';
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

/** What was found, and where the rest is. */
const withRest = (
  kind: KindSegment,
  { parameter, ...guess }: Guess,
  { totalCount }: Pick<Page<unknown>, 'totalCount'>,
  found: readonly Found[],
): readonly Found[] => {
  if (found.length <= LIMIT) return found;
  const { plural } = KINDS[kind];
  const count = typeof totalCount === 'number' ? formatNumber(totalCount) : 'More than 10,000';
  const rest = {
    kind: 'List',
    text: `All ${count} ${plural} found`,
    href: hrefOf(kindPath(kind), { [parameter]: 'values' in guess ? guess.values[0] : guess.value }),
  };
  return [...found.slice(0, LIMIT), ...('values' in guess && guess.values.length > 1 ? [] : [rest])];
};

/** As many details as fit. */
const DETAILS = 3;

const recordSource =
  (kind: KindSegment, guess: Guess, api: AdminApi): Source =>
  async (signal) => {
    const { noun, resource } = KINDS[kind];
    const page =
      guess.parameter === 'id'
        ? { items: [await getRecord(api, kind, guess.value, signal)] }
        : await listRecords(api, kind, { ...parametersOf(guess), ...PAGE }, signal);
    const listed = listedFields(resource);
    const references = referencesIn(page.items, listed);
    const named = await Promise.all(
      KIND_SEGMENTS.map((each) => {
        const ids = references.flatMap((reference) => (reference.kind === each ? reference.id : []));
        return readRecords(api, each, [...new Set(ids)], signal);
      }),
    );
    const names = new Map(named.flat().map((record) => [record.id, nameOf(record)]));
    const found = page.items.map((record) => {
      const texts = listed.flatMap((name) => {
        const value = record[name];
        const [first] = Array.isArray(value) ? value : [value];
        return names.get(String(first)) ?? (typeof first === 'boolean' ? [] : (textOf(first) ?? []));
      });
      return {
        kind: capitalized(noun),
        text: nameOf(record),
        details: texts
          .filter((text) => text !== nameOf(record))
          .slice(0, DETAILS)
          .join(' · '),
        href: hrefOf(recordPath(kind, record.id)),
      };
    });
    return withRest(kind, guess, page, found);
  };

const recordSources = (text: string, api: AdminApi, sources: readonly string[]): readonly Source[] =>
  guessesOf(text, sources).flatMap((guess) =>
    KIND_SEGMENTS.filter((kind) => guess.parameter === 'id' || guess.parameter in filtersOf(kind)).map(
      (kind) => recordSource(kind, guess, api),
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
