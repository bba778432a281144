import { readFile } from 'node:fs/promises';
import type { CallListEntry } from '../domain/call-list-entry.ts';
import type { Callability } from '../domain/callability.ts';
import type { Company } from '../domain/company.ts';
import type { Person } from '../domain/person.ts';
import { createCallingHours } from './calling-hours.ts';
import { callOfEntry, callsOfPerson, type Referenced } from './calls-of-records.ts';
import type { CallingHoursTable } from './table.ts';

/** Judges records at one moment. */
export interface RecordJudge {
  /** @param companies of the entry and of its person */
  entry(
    entry: CallListEntry,
    person: Referenced<Person>,
    companies: readonly Referenced<Company>[],
  ): Callability;
  /** One for each phone, in their order. */
  phones(person: Person, company: Referenced<Company>): readonly Callability[];
}

/** The calling hours of a table. */
export interface CallingHours {
  /** @param now in milliseconds since 1970 */
  at(now: number): RecordJudge;
}

export const callingHoursOf = (table: CallingHoursTable): CallingHours => {
  const judgeAt = createCallingHours(table);
  return {
    at(now) {
      const judge = judgeAt(now);
      return {
        entry: (entry, person, companies) => judge(callOfEntry(entry, person, companies)),
        phones: (person, company) => callsOfPerson(person, company).map(judge),
      };
    },
  };
};

/** Reads a table that was validated when the stack was synthesized. */
export const loadCallingHours = async (path: string): Promise<CallingHours> =>
  callingHoursOf(JSON.parse(await readFile(path, 'utf8')));
