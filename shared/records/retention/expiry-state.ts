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

/** The collections that a run goes through, in this order. */
export const PHASES = ['call-list-entry', 'person', 'company'] as const;
export type Phase = (typeof PHASES)[number];

/** What runs have done that the audit log does not show yet. */
export interface ExpiryCounts {
  readonly announcedPeople: number;
  readonly announcedCompanies: number;
  readonly deletedPeople: number;
  readonly deletedCompanies: number;
}

export const NO_COUNTS: ExpiryCounts = {
  announcedPeople: 0,
  announcedCompanies: 0,
  deletedPeople: 0,
  deletedCompanies: 0,
};

/** Where the run over an organization's records is. */
export interface ExpiryState extends ExpiryCounts {
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
}

export const expiryStateFromItem = (item: Item): ExpiryState => ({
  organizationId: requiredString(item, 'sk'),
  version: requiredNumber(item, 'version'),
  nextAt: requiredString(item, 'nextAt'),
  startedAt: optionalString(item, 'startedAt'),
  phase: PHASES.find((phase) => phase === item['phase']) ?? PHASES[0],
  position: optionalString(item, 'position'),
  soonest: optionalNumber(item, 'soonest'),
  announcedPeople: optionalNumber(item, 'announcedPeople') ?? 0,
  announcedCompanies: optionalNumber(item, 'announcedCompanies') ?? 0,
  deletedPeople: optionalNumber(item, 'deletedPeople') ?? 0,
  deletedCompanies: optionalNumber(item, 'deletedCompanies') ?? 0,
});

/** Replaces the state, on condition that it is unchanged. */
export const saveExpiryState = (
  { organizationId, version }: ExpiryState,
  next: Omit<ExpiryState, 'organizationId' | 'version'>,
): WriteOperation => {
  const { nextAt, startedAt, phase, position, soonest } = next;
  const { announcedPeople, announcedCompanies, deletedPeople, deletedCompanies } = next;
  const attributes = {
    ...{ nextAt, startedAt, phase, position, soonest, version: version + 1 },
    ...{ announcedPeople, announcedCompanies, deletedPeople, deletedCompanies },
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
