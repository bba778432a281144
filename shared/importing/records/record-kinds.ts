import type { z } from 'zod';
import type { Company } from '../../domain/company.ts';
import { companySchema } from '../../domain/company.ts';
import type { Person } from '../../domain/person.ts';
import { personSchema } from '../../domain/person.ts';
import { companyKey, personKey, type TableKey } from '../../table/items/keys.ts';
import type { Item } from '../../table/reader.ts';
import { companyFromItem, companyToItem } from '../../table/records/company-mapper.ts';
import { personFromItem, personToItem } from '../../table/records/person-mapper.ts';
import { COMPANY_FIELDS } from '../cells/company-fields.ts';
import { customField } from '../cells/field-rules.ts';
import { applyFullName, PERSON_FIELDS } from '../cells/person-fields.ts';
import type { ColumnScheme } from '../columns/bind-columns.ts';
import { recogniseCompanyColumns } from '../columns/company-columns.ts';
import { recognisePersonColumns } from '../columns/person-columns.ts';
import { keepRaw, type RecordDraft } from '../rows/record-draft.ts';

/** What people and companies have in common. */
export type ImportedRecord = Pick<Person & Company, keyof Person & keyof Company>;

/** What differs between importing people and companies. */
export interface RecordKind<T extends ImportedRecord> {
  readonly idKind: 'person' | 'company';
  readonly scheme: ColumnScheme<RecordDraft>;
  readonly schema: z.ZodType<T>;
  /** An empty record. */
  readonly empty: Readonly<Record<string, unknown>>;
  /** What identifies a record without an id, most reliable first. */
  readonly naturalKeys: (draft: RecordDraft) => readonly (readonly [field: string, value: unknown])[];
  /** Completes a draft once its row is read. */
  readonly complete: (draft: RecordDraft) => void;
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => T;
  readonly toItem: (organizationId: string, record: T) => Record<string, unknown>;
}

const EMPTY_RECORD = {
  phones: [],
  location: null,
  timezone: null,
  linkedinUrl: null,
  websiteUrl: null,
  doNotCall: false,
  ownerId: null,
  tags: [],
  externalIds: [],
  customFields: {},
};

/** Keeps an unreadable cell as a custom field, unless its column identifies the record. */
const doWithout: ColumnScheme<RecordDraft>['doWithout'] = (draft, field, cell) => {
  if (field === 'id' || /^(?:customFields|externalIds)\./.test(field)) return false;
  keepRaw(draft, field, cell);
  return true;
};

const firstAddress = (draft: RecordDraft): unknown => {
  const [email] = draft.typed['emails']?.values ?? [];
  return typeof email === 'object' && email !== null && 'address' in email ? email.address : null;
};

export const PEOPLE: RecordKind<Person> = {
  idKind: 'person',
  scheme: { fields: PERSON_FIELDS, recognise: recognisePersonColumns, otherwise: customField, doWithout },
  schema: personSchema,
  empty: { ...EMPTY_RECORD, firstName: null, lastName: null, title: null, emails: [], companyId: null },
  naturalKeys: (draft) => [
    ['email', firstAddress(draft)],
    ['linkedinUrl', draft.values['linkedinUrl']],
  ],
  complete: applyFullName,
  keyOf: personKey,
  fromItem: personFromItem,
  toItem: personToItem,
};

export const COMPANIES: RecordKind<Company> = {
  idKind: 'company',
  scheme: { fields: COMPANY_FIELDS, recognise: recogniseCompanyColumns, otherwise: customField, doWithout },
  schema: companySchema,
  empty: {
    ...EMPTY_RECORD,
    name: null,
    domain: null,
    industry: null,
    employeeCount: null,
    annualRevenue: null,
    description: null,
  },
  naturalKeys: (draft) => [
    ['domain', draft.values['domain']],
    ['name', draft.values['name']],
  ],
  complete: () => undefined,
  keyOf: companyKey,
  fromItem: companyFromItem,
  toItem: companyToItem,
};
