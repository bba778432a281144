import type { CallListEntry } from '../../shared/domain/call-list-entry.ts';
import type { Company } from '../../shared/domain/company.ts';
import type { RecordViews } from '../../shared/domain/contact-details.ts';
import type { Person } from '../../shared/domain/person.ts';
import type { RecordRepository } from '../../shared/table/records/records.ts';

export type Inclusion = 'person' | 'company';

export interface IncludableRecords {
  readonly people: RecordRepository<Person>;
  readonly companies: RecordRepository<Company>;
}

/** An entry as the API returns it, with `person` and `company` only if requested. */
export type EntryWithRecords = CallListEntry & {
  readonly person?: Person | null;
  readonly company?: Company | null;
};

const present = (ids: readonly (string | null)[]): readonly string[] => ids.filter((id) => id !== null);

/**
 * Adds the people and companies of `entries`, reading each once; null if an entry has none or it was deleted.
 *
 * @param views how the caller sees entries and people
 */
export const includeRecords = async (
  { people, companies }: IncludableRecords,
  organizationId: string,
  entries: readonly CallListEntry[],
  include: ReadonlySet<Inclusion>,
  views: RecordViews,
): Promise<readonly EntryWithRecords[]> => {
  const withPeople = include.has('person');
  const withCompanies = include.has('company');
  const [peopleById, companiesById] = await Promise.all([
    people.getMany(organizationId, withPeople ? present(entries.map(({ personId }) => personId)) : []),
    companies.getMany(
      organizationId,
      withCompanies ? present(entries.map(({ companyId }) => companyId)) : [],
    ),
  ]);
  const personOf = ({ personId }: CallListEntry): Person | null => {
    const person = peopleById.get(personId ?? '');
    return person === undefined ? null : views.person(person);
  };
  return entries.map((entry) => ({
    ...views.entry(entry),
    ...(withPeople ? { person: personOf(entry) } : {}),
    ...(withCompanies ? { company: companiesById.get(entry.companyId ?? '') ?? null } : {}),
  }));
};
