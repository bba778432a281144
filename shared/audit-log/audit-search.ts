import type { ListedEntry } from '../contract/audit-log/audit-log.ts';
import { nameText } from '../domain/values/name-text.ts';
import { apiKeyPartition, userPartition } from '../table/items/keys.ts';
import { COLLECTION_INDEX } from '../table/items/schema.ts';
import { webhookEndpointPartition } from '../table/items/webhook-keys.ts';
import { readItems } from '../table/paging/read-items.ts';
import type { Item, TableReader } from '../table/reader.ts';

/** The filters that no index knows, so that they examine entry by entry. */
export interface AuditSearch {
  /** Part of the name of the actor, or their id. */
  readonly actor?: string | undefined;
  /** Actions, and patterns such as `api_key.*`. Empty for any. */
  readonly actions?: ReadonlySet<string>;
  /** Part of the name of what was changed, of a detail, or an id. */
  readonly search?: string | undefined;
}

type Matcher = (entry: ListedEntry) => boolean;

/** More keys than an account of API Gateway can have. */
const MAX_KEYS = 10_000;

const stringsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
};

/** The ids of the keys, users and endpoints whose names contain a text. */
const readTargets = async (
  reader: TableReader,
  organizationId: string,
  text: string,
): Promise<ReadonlySet<string>> => {
  const [keys, users, endpoints] = await Promise.all([
    readItems(reader, {
      index: COLLECTION_INDEX,
      partition: apiKeyPartition(organizationId),
      descending: true,
      limit: MAX_KEYS,
    }),
    readItems(reader, { partition: userPartition(organizationId) }),
    readItems(reader, { partition: webhookEndpointPartition(organizationId) }),
  ]);
  const isNamed = ({ name, email, url }: Item): boolean =>
    stringsOf([name, email, url]).some((each) => nameText(each).includes(text));
  // Each kind of sort key ends in the id: that of a key is in its partition key.
  const idOf = ({ pk, sk }: Item): string => String(sk === 'API_KEY' ? pk : sk).replace(/^.*#/, '');
  return new Set([...keys, ...users, ...endpoints].filter(isNamed).map(idOf));
};

const matchesAction = (actions: ReadonlySet<string>): Matcher => {
  if (actions.size === 0) return () => true;
  return ({ action }) => actions.has(action) || actions.has(`${action.slice(0, action.lastIndexOf('.'))}.*`);
};

const matchesActor = (text: string): Matcher => {
  const name = nameText(text);
  return ({ actor }) => actor.id === text || nameText(actor.name).includes(name);
};

const matchesText = (text: string, targets: ReadonlySet<string>): Matcher => {
  const wanted = nameText(text);
  return ({ targetId, actor, details }) =>
    targets.has(targetId) ||
    [targetId, actor.id, actor.name, ...stringsOf(details)].some((each) => nameText(each).includes(wanted));
};

/** Whether entries have to be examined one by one. */
export const isSearch = ({ actor, actions, search }: AuditSearch): boolean =>
  actor !== undefined || search !== undefined || (actions?.size ?? 0) > 0;

/** Decides which entries a search finds. Reads the names of keys, users and endpoints once for a text. */
export const createMatcher = async (
  reader: TableReader,
  organizationId: string,
  { actor, actions = new Set(), search }: AuditSearch,
): Promise<Matcher> => {
  const matchers = [
    matchesAction(actions),
    ...(actor === undefined ? [] : [matchesActor(actor)]),
    ...(search === undefined
      ? []
      : [matchesText(search, await readTargets(reader, organizationId, nameText(search)))]),
  ];
  return (entry) => matchers.every((matches) => matches(entry));
};
