import type { ImportKind } from '../../contract/imports/import-limits.ts';

/** A field, by its path and in words. */
type Labels = Readonly<Record<string, string>>;

/** Fields that belong together, by the name of their group. */
type Groups = Readonly<Record<string, Labels>>;

const PHONES: Labels = {
  phones: 'Phone',
  'phones.work': 'Work phone',
  'phones.mobile': 'Mobile phone',
  'phones.home': 'Home phone',
  'phones.other': 'Other phone',
  callingCode: 'Calling code of the phones',
};

const ADDRESS: Labels = {
  'location.street': 'Street',
  'location.city': 'City',
  'location.region': 'State or region',
  'location.postalCode': 'Postal code',
  'location.country': 'Country',
  timezone: 'Time zone',
};

const SALES: Labels = {
  doNotCall: 'Do not call',
  deleted: 'Deleted in the source',
  ownerId: 'Owner',
  tags: 'Tags',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
};

const PEOPLE: Groups = {
  Identity: {
    id: 'Id in the source',
    name: 'Full name',
    firstName: 'First name',
    lastName: 'Last name',
    title: 'Job title',
  },
  Contact: {
    emails: 'Email',
    ...PHONES,
    linkedinUrl: 'LinkedIn address',
    websiteUrl: 'Website',
  },
  Company: {
    companyId: 'Company id in the source',
    companyName: 'Company name',
    companyDomain: 'Company domain',
  },
  Address: ADDRESS,
  Sales: SALES,
};

const COMPANIES: Groups = {
  Identity: {
    id: 'Id in the source',
    name: 'Company name',
    domain: 'Domain',
  },
  Profile: {
    industry: 'Industry',
    employeeCount: 'Employees',
    'annualRevenue.amount': 'Annual revenue',
    'annualRevenue.currency': 'Currency of the revenue',
    description: 'Description',
  },
  Contact: {
    ...PHONES,
    linkedinUrl: 'LinkedIn address',
    websiteUrl: 'Website',
  },
  Address: ADDRESS,
  Sales: SALES,
};

const CALL_LISTS: Groups = {
  'Call list': {
    id: 'Id in the source',
    name: 'Name of the list',
    isLocked: 'Locked',
    createdAt: 'Created at',
  },
  Entry: {
    'entries.id': 'Id of the entry in the source',
    'entries.position': 'Position',
    'entries.personId': 'Person id in the source',
    'entries.companyId': 'Company id in the source',
    'entries.email': 'Email of the person',
    'entries.phone.number': 'Phone',
    'entries.phone.type': 'Kind of phone',
    'entries.note': 'Note',
    'entries.addedAt': 'Added at',
  },
  Calls: {
    'entries.status': 'Status',
    'entries.attempts': 'Attempts',
    'entries.lastCalledAt': 'Last called at',
    'entries.lastDisposition': 'Last disposition',
    'entries.nextCallAt': 'Next call at',
  },
};

/** Paths that end in a name of the user's choice. */
const NAMED: Groups = {
  Other: {
    'externalIds.<source>': 'Id in',
    'customFields.<name>': 'Custom field',
  },
};

const FIELD_GROUPS: Readonly<Record<ImportKind, Groups>> = {
  people: { ...PEOPLE, Other: { 'emails.<type>': 'Email', ...NAMED['Other'] } },
  companies: { ...COMPANIES, ...NAMED },
  'call-lists': CALL_LISTS,
};

/** A field that columns can fill, in words. */
export interface ImportField {
  /** With `<name>` or the like where any name may stand. */
  readonly path: string;
  readonly label: string;
  /** Fields that belong together are in one group. */
  readonly group: string;
}

/** The fields that columns of a kind of file can fill, by group. */
export const fieldsOf = (kind: ImportKind): readonly ImportField[] =>
  Object.entries(FIELD_GROUPS[kind]).flatMap(([group, labels]) =>
    Object.entries(labels).map(([path, label]) => ({ path, label, group })),
  );
