import type { AdminResponseBody } from '../../contract/admin-response-bodies.ts';
import type { ImportKind } from '../../contract/imports/import-limits.ts';
import { referencesIn } from '../../kinds/fields.ts';
import { KINDS } from '../../kinds/kinds.ts';
import { capitalized, KIND_NAMES, nounOf, type OwnKind, PLAIN_KINDS, pluralOf } from '../../kinds/names.ts';
import { RECORD_KINDS } from '../reader/records/record-kinds.ts';
import { CALL_LISTS } from '../reader/rows/call-list-fields.ts';
import { type DecidedFile, readDrafts } from '../reader/rows/read-drafts.ts';

const recordKindOf = (kind: ImportKind) => {
  const plain = PLAIN_KINDS.find((name) => pluralOf<OwnKind>(name) === kind);
  return plain && RECORD_KINDS[plain];
};

/** The fields that columns of a kind of file can fill. */
export const rulesOf = (kind: ImportKind) => (recordKindOf(kind) ?? CALL_LISTS).fields;

/** Decides what becomes of the columns of a file. */
export const decideFile = (
  source: Parameters<typeof readDrafts>[0],
  kind: ImportKind,
  settings: Parameters<typeof readDrafts>[2],
): Promise<DecidedFile> => {
  const records = recordKindOf(kind);
  return records === undefined
    ? readDrafts(source, CALL_LISTS, settings)
    : readDrafts(source, records, settings);
};

/** Labels of paths whose words do not tell users enough. */
const LABELS: Readonly<Record<string, string>> = {
  id: 'Id in the source',
  'people.name': 'Full name',
  'companies.name': 'Company name',
  'call-lists.name': 'Name of the list',
  title: 'Job title',
  emails: 'Email',
  'emails.<type>': 'Email',
  phones: 'Phone',
  'phones.work': 'Work phone',
  'phones.mobile': 'Mobile phone',
  'phones.home': 'Home phone',
  'phones.other': 'Other phone',
  callingCode: 'Calling code of the phones',
  linkedinUrl: 'LinkedIn address',
  websiteUrl: 'Website',
  email: 'Email of the person',
  'phone.number': 'Phone',
  'phone.type': 'Kind of phone',
  'phone.from': 'Number that called',
  'phone.to': 'Number that was called',
  'location.region': 'State or region',
  timezone: 'Time zone',
  deleted: 'Deleted in the source',
  ownerId: 'Owner',
  employeeCount: 'Employees',
  'annualRevenue.amount': 'Annual revenue',
  'annualRevenue.currency': 'Currency of the revenue',
  isLocked: 'Locked',
  'entries.id': 'Id of the entry in the source',
  'externalIds.<source>': 'Id in',
  'customFields.<name>': 'Custom field',
};

/** Fields that belong together, by pattern of their paths, in the order in which they are shown. */
const GROUPS: readonly (readonly [group: string, path: RegExp])[] = [
  ['Contact', /^(?:emails|phones|phone)(?:$|\.(?!<))|^(?:email|callingCode|linkedinUrl|websiteUrl)$/],
  ['Company', /^company/],
  ['Profile', /^(?:industry|employeeCount|annualRevenue|description)/],
  ['Address', /^(?:location\.|timezone$)/],
  ['Sales', /^(?:doNotCall|deleted|ownerId|tags|createdAt|updatedAt)$/],
  ['Calling', /^entries\.(?:status|attempts|lastCalledAt|lastDisposition|nextCallAt)$/],
  ['Entry', /^entries\./],
  ['Other', /<\w+>$/],
];

const REFERENCES = new Map(KIND_NAMES.flatMap((name) => referencesIn(KINDS[name].fields)));

/** `Agent name` for `agent.name`, `Postal code` for `location.postalCode`. */
const labelOf = (kind: ImportKind, path: string): string => {
  const short = path.replace(/^entries\./, '');
  const label = LABELS[`${kind}.${path}`] ?? LABELS[path] ?? LABELS[short];
  if (label !== undefined) return label;
  const reference = REFERENCES.get(short);
  if (reference !== undefined) return `${capitalized(nounOf(reference))} id in the source`;
  const words = short.replace(/^location\.|Seconds$/g, '').replaceAll(/\.|(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};

/** The fields that columns of a kind of file can fill, by group. */
export const fieldsOf = (kind: ImportKind): AdminResponseBody<'ImportPreview'>['fields'] => {
  const first = capitalized(nounOf(kind));
  // Dates of a list are its own.
  const groups = kind === 'call-lists' ? GROUPS.filter(([group]) => group !== 'Sales') : GROUPS;
  const fields = rulesOf(kind).paths.map((path) => ({
    path,
    label: labelOf(kind, path),
    group: groups.find(([, pattern]) => pattern.test(path))?.[0] ?? first,
  }));
  return [first, ...groups.map(([group]) => group)].flatMap((group) =>
    fields.filter((field) => field.group === group),
  );
};
