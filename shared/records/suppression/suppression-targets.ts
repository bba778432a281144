import type { SuppressedKind } from '../../contract/records/suppression-limits.ts';
import { emailKey } from '../../domain/values/email-address.ts';
import type { Phone } from '../../kinds/phone-fields.ts';

/** What may be suppressed, as text: `number:+12025550143`, `address:nora@nowhere.example`, `record:…`. */
export type Target = `${SuppressedKind}:${string}`;

export const numberTarget = (number: string): Target => `number:${number}`;
export const addressTarget = (address: string): Target => `address:${emailKey(address)}`;
export const recordTarget = (id: string): Target => `record:${id}`;

export const kindOfTarget = (target: Target): SuppressedKind =>
  target.slice(0, target.indexOf(':')) as SuppressedKind;
export const valueOfTarget = (target: Target): string => target.slice(target.indexOf(':') + 1);

/** What of a person or company decides whether it may be called. */
export interface Callable {
  readonly id: string;
  readonly doNotCall: boolean;
  readonly phones: readonly Phone[];
  readonly emails?: readonly { readonly address: string }[];
}

const numbersOf = ({ phones }: Pick<Callable, 'phones'>): readonly Target[] =>
  phones.flatMap(({ number }) => (number === null ? [] : [numberTarget(number)]));

const addressesOf = ({ emails = [] }: Pick<Callable, 'emails'>): readonly Target[] =>
  emails.map(({ address }) => addressTarget(address));

/** All that a record may be suppressed by, each once. */
export const targetsOf = (record: Omit<Callable, 'doNotCall'>): readonly Target[] => [
  ...new Set([recordTarget(record.id), ...addressesOf(record), ...numbersOf(record)]),
];

/** What the bans of a record put on the list: all of a banned record, or its banned numbers. */
export const bannedTargets = (record: Callable): readonly Target[] =>
  record.doNotCall
    ? targetsOf(record)
    : [...new Set(numbersOf({ phones: record.phones.filter(({ doNotCall }) => doNotCall) }))];

/**
 * A record with the bans of the list. A suppressed identity or address bans all of the record, a suppressed
 * number this number. Bans of the record itself stay, unless the list was what they came from.
 *
 * @param lifted what was just taken from the list
 */
export const withBans = <R extends Callable>(
  record: R,
  isListed: (target: Target) => boolean,
  lifted: ReadonlySet<Target> = new Set(),
): R => {
  const identities = [recordTarget(record.id), ...addressesOf(record)];
  const doNotCall =
    identities.some(isListed) || (record.doNotCall && !identities.some((target) => lifted.has(target)));
  // Nothing of a banned record may be called. Its numbers keep what their source says of each.
  if (doNotCall) return record.doNotCall ? record : { ...record, doNotCall };
  const phones = record.phones.map((phone) => {
    if (phone.number === null) return phone;
    const target = numberTarget(phone.number);
    const isBanned = isListed(target) || (phone.doNotCall && !lifted.has(target));
    return isBanned === phone.doNotCall ? phone : { ...phone, doNotCall: isBanned };
  });
  const isSame = phones.every((phone, index) => phone === record.phones[index]);
  return isSame && !record.doNotCall ? record : { ...record, doNotCall, phones };
};
