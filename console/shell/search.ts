import { API_KEY_STATES } from '../../shared/contract/keys/api-key-limits.ts';
import type { AdminApi } from '../api/admin-api.ts';
import { ApiError } from '../api/problem.ts';
import { readEndpoints } from '../api/read-all.ts';
import { keyPath } from '../routing/key-paths.ts';
import { isRecordId, recordPath } from '../routing/record-paths.ts';
import { hrefOf } from '../routing/route.ts';
import { AUDIT_LOG_PATH } from '../views/audit-log/audit-log-paths.ts';
import { searchOfKey } from '../views/keys/key-search.ts';
import { REQUESTS_PATH, requestHref } from '../views/keys/requests/request-paths.ts';
import { compactPhone } from '../views/records/lists/compact-phone.ts';
import { companyName, personName } from '../views/records/record-names.ts';
import type { View } from '../views/view.ts';
import { endpointPath, WEBHOOKS_PATH } from '../views/webhooks/webhook-paths.ts';
import { ACTIONS } from './actions.ts';

/** Something that a search has found. */
export interface Found {
  readonly kind: string;
  readonly text: string;
  readonly href: string;
}

export interface SearchScope {
  readonly api: AdminApi;
  /** Those that the user may see. */
  readonly views: readonly View[];
  readonly isAdmin: boolean;
  readonly canSeeData: boolean;
}

/** As many of each kind as fit, and a name that the service looks up. */
const LIMIT = 5;
const MIN_NAME_LENGTH = 2;

type Source = (signal: AbortSignal) => Promise<readonly Found[]>;

/** Views and actions whose names contain a text. */
export const findViews = (text: string, { views, isAdmin }: SearchScope): readonly Found[] => {
  const matches = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
  const actions = ACTIONS.filter(({ isForAdmins, name }) => (isAdmin || !isForAdmins) && matches(name));
  return [
    ...views
      .filter(({ title }) => matches(title))
      .map(({ title, path }) => ({ kind: 'View', text: title, href: hrefOf(path) })),
    ...actions.map(({ name, path }) => ({ kind: 'Action', text: name, href: hrefOf(path) })),
  ];
};

/** The lookups of people, companies and call lists that a text may be a value of. */
const recordLookups = (text: string): readonly Readonly<Record<string, string>>[] => {
  const phone = compactPhone(text);
  return [
    ...(text.length >= MIN_NAME_LENGTH ? [{ name: text }] : []),
    ...(/^\S+@\S+\.\S+$/.test(text) ? [{ email: text }] : []),
    ...(/^\+[1-9]\d{5,14}$/.test(phone) ? [{ phone }] : []),
    ...(/^[^\s@]+\.[^\s@.]{2,}$/.test(text) ? [{ domain: text }] : []),
  ];
};

const recordSources = (text: string, api: AdminApi): readonly Source[] => {
  const id = text.toLowerCase();
  const isId = isRecordId(id);
  const people =
    (lookup: object): Source =>
    async (signal) =>
      (
        await api.request('GET /people', { query: { ...lookup, limit: LIMIT, count: 'none' } }, signal)
      ).items.map((person) => ({
        kind: 'Person',
        text: personName(person),
        href: hrefOf(recordPath('people', person.id)),
      }));
  const companies =
    (lookup: object): Source =>
    async (signal) =>
      (
        await api.request('GET /companies', { query: { ...lookup, limit: LIMIT, count: 'none' } }, signal)
      ).items.map((company) => ({
        kind: 'Company',
        text: companyName(company),
        href: hrefOf(recordPath('companies', company.id)),
      }));
  const callListOf = ({ id: own, name }: { readonly id: string; readonly name: string }): Found => ({
    kind: 'Call list',
    text: name,
    href: hrefOf(recordPath('call-lists', own)),
  });
  if (isId) {
    return [
      people({ id: [id] }),
      companies({ id: [id] }),
      async (signal) => [
        callListOf(await api.request('GET /call-lists/{id}', { id, query: { limit: 1 } }, signal)),
      ],
    ];
  }
  return recordLookups(text).flatMap((lookup): readonly Source[] => {
    if ('email' in lookup) return [people(lookup)];
    if ('domain' in lookup) return [companies(lookup)];
    if ('phone' in lookup) return [people(lookup), companies(lookup)];
    const lists: Source = async (signal) =>
      (
        await api.request('GET /call-lists', { query: { ...lookup, limit: LIMIT, count: 'none' } }, signal)
      ).items.map(callListOf);
    return [people(lookup), companies(lookup), lists];
  });
};

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
  const { api, views, canSeeData } = scope;
  const sources: readonly Source[] = [
    ...(canSeeData ? recordSources(text, api) : []),
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
