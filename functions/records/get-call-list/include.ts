import type { RecordJudge } from '../../../shared/calling-hours/record-judge.ts';
import type { Callability } from '../../../shared/domain/callability.ts';
import { CALL_LIST_ENTRY, type CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import type { Company } from '../../../shared/kinds/company.ts';
import { viewOf } from '../../../shared/kinds/contact-details.ts';
import { PERSON, type Person } from '../../../shared/kinds/person.ts';
import type { RecordRepository } from '../../../shared/records/store/records.ts';

export type Inclusion = 'person' | 'company' | 'callability';

export interface IncludableRecords {
  readonly people: RecordRepository<Person>;
  readonly companies: RecordRepository<Company>;
}

/** An entry as the API returns it, with what was requested. */
export type EntryWithRecords = CallListEntry & {
  readonly person?: Person | null;
  readonly company?: Company | null;
  readonly callability?: Callability;
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Included {
  readonly include: ReadonlySet<Inclusion>;
  readonly includesContactDetails: boolean;
  /** Present with the inclusion `callability`. */
  readonly judge: RecordJudge | undefined;
}

const present = (ids: readonly (string | null)[]): readonly string[] => ids.filter((id) => id !== null);

/** A record by an id: null without an id, `undefined` if it is not stored. */
const referenced = <T>(records: ReadonlyMap<string, T>, id: string | null): T | undefined | null =>
  id === null ? null : records.get(id);

/**
 * Adds the people, companies and callability of `entries`, reading each record once; null where one is
 * missing.
 */
export const includeRecords = async (
  { people, companies }: IncludableRecords,
  organizationId: string,
  entries: readonly CallListEntry[],
  { include, includesContactDetails, judge }: Included,
): Promise<readonly EntryWithRecords[]> => {
  const viewPerson = viewOf(PERSON.fields, includesContactDetails);
  const viewEntry = viewOf(CALL_LIST_ENTRY.fields, includesContactDetails);
  const withPeople = include.has('person');
  const withCompanies = include.has('company');
  const isJudged = judge !== undefined;
  const companyIds = present(entries.map(({ companyId }) => companyId));
  const [peopleById, companiesById] = await Promise.all([
    people.getMany(
      organizationId,
      withPeople || isJudged ? present(entries.map(({ personId }) => personId)) : [],
    ),
    companies.getMany(organizationId, withCompanies || isJudged ? companyIds : []),
  ]);
  const employers = isJudged ? present([...peopleById.values()].map(({ companyId }) => companyId)) : [];
  const read = new Set(companyIds);
  const furtherCompanies = await companies.getMany(
    organizationId,
    employers.filter((id) => !read.has(id)),
  );
  const employersById = new Map([...companiesById, ...furtherCompanies]);
  const callabilityOf = (entry: CallListEntry, each: RecordJudge): Callability => {
    const person = referenced(peopleById, entry.personId);
    const companyIds = new Set([entry.companyId, person?.companyId ?? null]);
    return each.entry(
      entry,
      person,
      [...companyIds].map((id) => referenced(employersById, id)),
    );
  };
  const personOf = ({ personId }: CallListEntry): Person | null => {
    const person = peopleById.get(personId ?? '');
    return person === undefined ? null : viewPerson(person);
  };
  return entries.map((entry) => {
    const shown: Mutable<EntryWithRecords> = { ...viewEntry(entry) };
    if (withPeople) shown.person = personOf(entry);
    if (withCompanies) shown.company = companiesById.get(entry.companyId ?? '') ?? null;
    if (isJudged) shown.callability = callabilityOf(entry, judge);
    return shown;
  });
};
