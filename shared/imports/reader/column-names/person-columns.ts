import { contactFieldsOf } from '../../../kinds/contact-details.ts';
import { PERSON } from '../../../kinds/person.ts';
import { PHONE_TYPES } from '../../../kinds/phone-fields.ts';
import { fieldNames, normalizedName, type RecognizedNames, recognizeNames } from './recognize-columns.ts';
import { locationColumns, pipedriveAddressColumns, SHARED_COLUMNS } from './shared-columns.ts';
import { translatedColumns } from './translated-columns.ts';

const isContactField = contactFieldsOf(PERSON.fields);

/**
 * Calls go to the first number, so the person's own lines come first and the company's switchboard last.
 * Attio and Close do not tell the type of `Phone Numbers` and others. Apollo's `Corporate Phone` is the
 * number to reach the person through; its `Company Phone` is the company's own and no person's.
 */
const PHONES = fieldNames(`
  phones.work: Work Direct Phone, Direct Phone, Direct Dial, Direct Line
  phones.work: Work Phone, Work Phones, Person - Phone - Work, Phone - Work, Business Phone, Office Phone,
    Person - Phone, Phone, Phone Number, Telephone
  phones.mobile: Mobile Phone, Mobile Phone Number, Mobile Phones, Mobile, Person - Phone - Mobile,
    Phone - Mobile, Cell Phone, Cell
  phones: Phone Numbers, Primary Phone, Other Phones
  phones.home: Home Phone, Home Phones, Person - Phone - Home, Phone - Home
  phones.other: Other Phone, Person - Phone - Other, Phone - Other, VoIP Phone, VoIP Phones,
    WhatsApp Phone Number
  phones.work: Corporate Phone
`);

/** The first address identifies a person without an id. */
const EMAILS = fieldNames(`
  emails: Email, Email Address, Email Addresses, Emails, Primary Email, Person - Email
  emails.work: Work Email, Business Email, Office Email, Person - Email - Work, Email - Work
  emails.home: Home Email, Person - Email - Home, Email - Home
  emails.personal: Personal Email
  emails.other: Other Email, Person - Email - Other, Email - Other
  emails: Secondary Email, Tertiary Email, Other Emails, Additional Email Addresses
`);

/** The person's company. Its other columns (address, phone, size) describe the company, not the person. */
const COMPANY = fieldNames(`
  companyId: Associated Company IDs (Primary), Primary Associated Company ID, Associated Company IDs,
    Associated Company ID, Company Record ID, Account Name.id, Account ID, Person - Organization ID,
    Organization ID, Apollo Account Id, Company ID
  companyName: Associated Company (Primary), Associated Company, Account Name, Company Name, Company > Record,
    Person - Organization, Organization - Name, Company / Account, Company, Organization, Account,
    Company Name for Emails
  companyDomain: Company Domain Name, Company Domain, Company > Domains, Account Domain,
    Organization - Domain, Company Website, Account Website, Organization - Website, Website
`);

const RECOGNIZED = recognizeNames([
  ...fieldNames(`
    id: Record ID, Contact ID, Contact Record ID, Person ID, Person Record ID, Prospect ID, Apollo Contact Id,
      Id, Lead ID
    firstName: First Name, Person - First name, Contact First Name, Given Name, Forename
    lastName: Last Name, Person - Last name, Contact Last Name, Family Name, Surname
    name: Full Name, Contact Name, Person - Name, Name, Record
    title: Job Title, Person - Job title, Person Title, Contact Title, Title
  `),
  ...EMAILS,
  ...PHONES,
  ...COMPANY,
  ...locationColumns('Mailing, Mailing Address, Primary location, Person, Person - Postal, Postal, Address'),
  ...fieldNames('location.city: Primary location > Locality'),
  ...pipedriveAddressColumns('Person', 'Postal address', 'Address'),
  ...fieldNames(`
    linkedinUrl: Person Linkedin Url, Person - LinkedIn profile, Contact LinkedIn URL, LinkedIn Profile URL,
      LinkedIn Profile, LinkedIn URL, LinkedIn
    websiteUrl: Website URL, Personal Website, Homepage
    ownerId: Contact Owner.id, Lead Owner.id, Contact Owner ID, Owner ID, Contact Owner, Person - Owner,
      Prospect Owner, Lead Owner, Owner
    tags: Person - Labels, Person - Label
    createdAt: Person - Person created, Person created
    updatedAt: Person - Update time
  `),
  ...SHARED_COLUMNS,
  ...translatedColumns('people'),
]);

/** Where a contact belongs to a lead, as in Close, the lead is the company. Elsewhere, it is a person. */
const CLOSE_COLUMNS = ['contact_id', 'lead_id', 'lead_name'].map(normalizedName);
const RECOGNIZED_IN_CLOSE: RecognizedNames = new Map([
  ...RECOGNIZED,
  ...recognizeNames([
    ['companyId', 'Lead ID'],
    ['companyName', 'Lead Name'],
  ]),
]);

/** Columns that hold a full name, unless the file has another one for the rest of it. */
const PARTIAL_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['nom', ['prenom']],
  ['nombre', ['apellidos', 'apellido']],
  ['nome', ['cognome', 'sobrenome', 'apelido', 'ultimonome']],
]);

/** The columns of a file of people. */
export const recognizePersonColumns = (names: ReadonlySet<string>): RecognizedNames => {
  const recognized = CLOSE_COLUMNS.every((name) => names.has(name)) ? RECOGNIZED_IN_CLOSE : RECOGNIZED;
  const full = [...PARTIAL_NAMES]
    .filter(([name, others]) => names.has(name) && !others.some((other) => names.has(other)))
    .map(([name]) => [name, { path: 'name', rank: recognized.get(name)?.rank ?? 0 }] as const);
  return full.length === 0 ? recognized : new Map([...recognized, ...full]);
};

/** Contact details by column name: the recognized ones and the paths themselves. */
const CONTACT_FIELDS: ReadonlyMap<string, string> = new Map(
  [
    ...[...RECOGNIZED].map(([name, { path }]) => [name, path] as const),
    ...[...PHONE_TYPES.map((type) => `phones.${type}`), 'location.street'].map(
      (path) => [normalizedName(path), path] as const,
    ),
  ].filter(([, path]) => isContactField(path)),
);

/** The contact detail that the name of a column stands for, also if it is numbered as a repetition. */
const contactFieldNamed = (column: string): string | undefined =>
  CONTACT_FIELDS.get(normalizedName(column.replace(/ \(\d+\)$/, '')));

/**
 * Names the custom field of a column. Contact details that their field has no room for are named after it,
 * which tells readers what they are: `linkedinUrl (LinkedIn URL)`.
 *
 * @param path the field that the column would fill, if it is known
 */
export const contactNameOf = (column: string, path?: string): string => {
  if (isContactField(column)) return column;
  const field = path !== undefined && isContactField(path) ? path : contactFieldNamed(column);
  return field === undefined ? column : `${field} (${column})`;
};
