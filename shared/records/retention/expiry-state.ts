import { referencesIn } from '../../kinds/fields.ts';
import { KINDS } from '../../kinds/kinds.ts';
import {
  type Camel,
  camelOf,
  EVENTS,
  type IDENTITIES,
  PLAIN_KINDS,
  type PlainKind,
  pluralOf,
} from '../../kinds/names.ts';
import {
  optionalNumber,
  optionalString,
  requiredNumber,
  requiredString,
} from '../../table/items/attributes.ts';
import { expiryKey } from '../../table/items/keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';

const refersTo = (kind: PlainKind, other: PlainKind): boolean =>
  kind !== other && referencesIn(KINDS[kind].fields).some(([, to]) => to === other);

/** The kinds whose records expire: before those that they refer to, which are kept as long as they are. */
const EXPIRING_KINDS: readonly PlainKind[] = PLAIN_KINDS.toSorted((one, other) =>
  refersTo(one, other) ? -1 : Number(refersTo(other, one)),
);

/** Whether the expiry of a kind's records is an event a day before. */
export const isAnnounced = (kind: PlainKind): boolean =>
  (EVENTS[kind] as readonly string[]).includes('expiring');

/** The collections that a run goes through, in this order. */
export type Phase = 'call-list-entry' | PlainKind;
export const PHASES: readonly [Phase, ...Phase[]] = ['call-list-entry', ...EXPIRING_KINDS];

type CountName<K extends PlainKind = PlainKind> =
  `${'announced' | 'deleted'}${Capitalize<Camel<(typeof IDENTITIES)[K]['plural']>>}`;

/** The name of a count of a phase, which the audit log shows. */
export const countName = (outcome: 'announced' | 'deleted', kind: PlainKind): CountName => {
  const plural = camelOf(pluralOf(kind));
  return `${outcome}${plural.charAt(0).toUpperCase()}${plural.slice(1)}` as CountName;
};

/** What runs have done that the audit log does not show yet. */
export type ExpiryCounts = Readonly<Record<CountName, number>>;

/** The counts, announcements first. */
export const countsOf = (numberOf: (name: CountName) => number): ExpiryCounts => {
  const names = (['announced', 'deleted'] as const).flatMap((outcome) =>
    PLAIN_KINDS.map((kind) => countName(outcome, kind)),
  );
  return Object.fromEntries(names.map((name) => [name, numberOf(name)])) as ExpiryCounts;
};

export const NO_COUNTS = countsOf(() => 0);

/** Where the run over an organization's records is. */
export type ExpiryState = ExpiryCounts & {
  readonly organizationId: string;
  /** Grows with each save, and with each change of the setting, which stops a run in progress. */
  readonly version: number;
  /** When the next run starts. */
  readonly nextAt: string;
  /** When the run in progress started; `null` between runs. */
  readonly startedAt: string | null;
  readonly phase: Phase;
  /** The last `changedAt#id` of the phase that is done; `null` at its start. */
  readonly position: string | null;
  /** The soonest time at which a record that was kept is due, in milliseconds; `null` if none was met. */
  readonly soonest: number | null;
};

export const expiryStateFromItem = (item: Item): ExpiryState => ({
  organizationId: requiredString(item, 'sk'),
  version: requiredNumber(item, 'version'),
  nextAt: requiredString(item, 'nextAt'),
  startedAt: optionalString(item, 'startedAt'),
  phase: PHASES.find((phase) => phase === item['phase']) ?? PHASES[0],
  position: optionalString(item, 'position'),
  soonest: optionalNumber(item, 'soonest'),
  ...countsOf((name) => optionalNumber(item, name) ?? 0),
});

/** Replaces the state, on condition that it is unchanged. */
export const saveExpiryState = (
  { organizationId, version }: ExpiryState,
  next: ExpiryState,
): WriteOperation => {
  const { nextAt, startedAt, phase, position, soonest } = next;
  const attributes = {
    ...{ nextAt, startedAt, phase, position, soonest, version: version + 1 },
    ...countsOf((name) => next[name]),
  };
  return { update: updateOf(expiryKey(organizationId), attributes, unchangedSince(version)) };
};

/** Removes the state of an organization whose records no longer expire, on condition that it is unchanged. */
export const removeExpiryState = ({ organizationId, version }: ExpiryState): WriteOperation => ({
  delete: { Key: { ...expiryKey(organizationId) }, ...unchangedSince(version) },
});

/** Starts over with the next run, in the transaction that changes the setting. Keeps the counts. */
export const restartExpiry = (organizationId: string, at: string): WriteOperation => ({
  update: updateOf(
    expiryKey(organizationId),
    { nextAt: at, startedAt: null, phase: null, position: null, soonest: null },
    {},
    { version: 1 },
  ),
});
