import { readFile } from 'node:fs/promises';
import type { CallListEntry } from '../kinds/call-list-entry.ts';
import type { Company } from '../kinds/company.ts';
import type { Person } from '../kinds/person.ts';
import { type Call, createCallingHours } from './calling-hours.ts';
import { type Reason, reason } from './reason.ts';
import type { CallingHoursTable } from './table.ts';

/** A record that another refers to: `undefined` if it is not stored, null if there is no reference. */
type Referenced<T> = T | undefined | null;

const marked = (what: string, field: string, isMarked: boolean | undefined): readonly Reason[] =>
  isMarked === true ? [reason('do_not_call', `The ${what} is marked do not call.`, { field })] : [];

const recordReasons = (
  what: 'person' | 'company',
  record: Referenced<Person | Company>,
  number: string | null,
): readonly Reason[] => {
  if (record === null) return [];
  if (record === undefined) {
    const detail = `The ${what} was deleted or never stored, so it is unknown whether to call.`;
    return [reason('record_missing', detail, { field: `${what}Id` })];
  }
  const phone =
    number === null ? undefined : record.phones.find((each) => each.number === number && each.doNotCall);
  return [
    ...marked(what, `${what}.doNotCall`, record.doNotCall),
    ...marked('number', `${what}.phones.doNotCall`, phone?.doNotCall),
  ];
};

/**
 * The call of an entry: to its own number, at the place of its person or, without one, of its company.
 *
 * @param companies of the entry and of its person
 */
const callOfEntry = (
  entry: CallListEntry,
  person: Referenced<Person>,
  companies: readonly Referenced<Company>[],
): Call => {
  const number = entry.phone?.number ?? null;
  const called = person ?? companies[0];
  return {
    number,
    timezone: called?.timezone ?? null,
    location: called?.location ?? null,
    notBefore: entry.nextCallAt,
    reasons: [
      ...(entry.status === 'do_not_call'
        ? [reason('do_not_call', 'The entry has the status `do_not_call`.', { field: 'entry.status' })]
        : []),
      ...recordReasons('person', person, number),
      ...companies.flatMap((company) => recordReasons('company', company, number)),
    ],
  };
};

/** The calls of a person, one for each phone, in their order. */
const callsOfPerson = (person: Person, company: Referenced<Company>): readonly Call[] =>
  person.phones.map(({ number, doNotCall }) => ({
    number,
    timezone: person.timezone,
    location: person.location,
    notBefore: null,
    reasons: [
      // One number may be listed twice, and marked once.
      ...recordReasons('person', person, number),
      ...marked('number', 'person.phones.doNotCall', number === null && doNotCall),
      ...recordReasons('company', company, number),
    ],
  }));

/** The calling hours of a table. */
export type CallingHours = ReturnType<typeof callingHoursOf>;

/** Judges records at one moment. */
export type RecordJudge = ReturnType<CallingHours['at']>;

export const callingHoursOf = (table: CallingHoursTable) => {
  const judgeAt = createCallingHours(table);
  return {
    /** @param now in milliseconds since 1970 */
    at(now: number) {
      const judge = judgeAt(now);
      return {
        entry: (...call: Parameters<typeof callOfEntry>) => judge(callOfEntry(...call)),
        /** One for each phone, in their order. */
        phones: (...calls: Parameters<typeof callsOfPerson>) => callsOfPerson(...calls).map(judge),
      };
    },
  };
};

/** Reads a table that was validated when the stack was synthesized. */
export const loadCallingHours = async (path: string): Promise<CallingHours> =>
  callingHoursOf(JSON.parse(await readFile(path, 'utf8')));
