import { randomUUID } from 'node:crypto';
import type { FileKind } from '../../../shared/imports/file-kinds.ts';
import type { SourceFile } from '../../../shared/imports/reader/files/source-file.ts';
import type { CallList } from '../../../shared/kinds/call-list.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import type { Company } from '../../../shared/kinds/company.ts';
import type { Person } from '../../../shared/kinds/person.ts';

/** A call list as the importer reads it, one per JSON line. */
export type CallListLine = CallList & { readonly entries: readonly CallListEntry[] };

/** All records of one organization. */
export interface SampleData {
  readonly people: readonly Person[];
  readonly companies: readonly Company[];
  readonly callLists: readonly CallListLine[];
}

const CREATED_AT = '2026-03-01T08:00:00.000Z';

const at = (minutes: number): string => new Date(Date.parse(CREATED_AT) + minutes * 60_000).toISOString();

const company = (label: string, index: number): Company => ({
  id: randomUUID(),
  name: `${label} Company ${index}`,
  domain: `company-${index}.example`,
  websiteUrl: `https://company-${index}.example/`,
  industry: 'Fictional Goods',
  employeeCount: index * 10,
  annualRevenue: { amount: 1_500_000.5, currency: 'USD' },
  phones: [{ number: '+12025550100', type: 'work', extension: null, raw: '202-555-0100', doNotCall: false }],
  location: {
    street: '1 Sample Street',
    city: 'Sampleton',
    region: 'DC',
    postalCode: '20001',
    country: 'US',
  },
  timezone: 'America/New_York',
  linkedinUrl: null,
  description: `Made up for ${label}.`,
  doNotCall: false,
  ownerId: null,
  tags: ['sample'],
  externalIds: [{ source: 'sample', id: `c${index}` }],
  customFields: { tier: 'gold', score: index, isPartner: true },
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  changedAt: CREATED_AT,
});

const person = (label: string, index: number, companyId: string | null): Person => ({
  id: randomUUID(),
  firstName: `Zoë ${index}`,
  lastName: `${label} Sample-Müller`,
  title: index % 2 === 0 ? 'Director of Samples' : null,
  emails: [{ address: `person-${index}@company.example`, type: 'work' }],
  phones: [
    { number: '+12025550143', type: 'mobile', extension: '12', raw: '(202) 555-0143 x12', doNotCall: false },
    { number: null, type: 'other', extension: null, raw: 'ask at the desk', doNotCall: true },
  ],
  companyId,
  timezone: 'Europe/Berlin',
  location: { street: null, city: 'Köln', region: null, postalCode: null, country: 'DE' },
  linkedinUrl: null,
  websiteUrl: null,
  doNotCall: false,
  ownerId: 'owner-1',
  tags: [],
  externalIds: [{ source: 'sample', id: `p${index}` }],
  customFields: {},
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  changedAt: CREATED_AT,
});

const entry = (
  label: string,
  callListId: string,
  position: number,
  who: Person | undefined,
): CallListEntry => ({
  id: randomUUID(),
  callListId,
  position,
  personId: who?.id ?? null,
  companyId: who?.companyId ?? null,
  phone: who === undefined ? null : { number: '+12025550143', type: 'mobile' },
  status: position % 4 === 1 ? 'callback' : 'pending',
  attempts: position % 3,
  lastCalledAt: position % 3 === 0 ? null : at(position),
  lastDisposition: position % 3 === 0 ? null : 'no_answer',
  nextCallAt: null,
  note: position % 7 === 0 ? `${label}: prefers mornings — “really”.` : null,
  addedAt: CREATED_AT,
  updatedAt: CREATED_AT,
  changedAt: CREATED_AT,
});

/**
 * Sample data of an organization: 5 companies, 20 people, 23 call lists (every third locked; three created
 * at the same instant; one with 40 entries, the others with 0 to 2).
 *
 * @param label appears in names, to distinguish one organization's data from another's
 */
export const sampleData = (label: string): SampleData => {
  const companies = Array.from({ length: 5 }, (_, index) => company(label, index));
  const people = Array.from({ length: 20 }, (_, index) =>
    person(label, index, index % 4 === 3 ? null : (companies[index % 5]?.id ?? null)),
  );
  const callLists = Array.from({ length: 23 }, (_, index): CallListLine => {
    const entryCount = index === 0 ? 40 : index % 3;
    const id = randomUUID();
    return {
      id,
      name: `${label} list ${index}`,
      createdAt: at(index >= 10 && index < 13 ? 10 : index),
      isLocked: index % 3 === 0,
      changedAt: CREATED_AT,
      // The same person is on several lists; positions need not be consecutive.
      entries: Array.from({ length: entryCount }, (_, number) =>
        entry(label, id, number * 10 + 1, people[number]),
      ),
    };
  });
  return { people, companies, callLists };
};

/** The same records with the same IDs, but with content that distinguishes the organizations. */
export const relabelled = (data: SampleData, label: string): SampleData => ({
  companies: data.companies.map((each) => ({ ...each, name: `${label} ${each.name}` })),
  people: data.people.map((each) => ({ ...each, lastName: label, tags: [label] })),
  callLists: data.callLists.map((each) => ({
    ...each,
    name: `${label} ${each.name}`,
    entries: each.entries.map((entry) => ({ ...entry, note: entry.note && `${label} ${entry.note}` })),
  })),
});

/** Formats records as JSON Lines for the importer. */
export const jsonLines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Sample data as files to import, by kind. */
export const jsonLinesFiles = (
  files: Readonly<Partial<Record<FileKind, readonly unknown[]>>>,
): Readonly<Partial<Record<FileKind, SourceFile>>> =>
  Object.fromEntries(
    Object.entries(files).map(([kind, records]) => [
      kind,
      {
        name: `${kind}.jsonl`,
        async *open() {
          yield Buffer.from(jsonLines(records));
        },
      },
    ]),
  );
