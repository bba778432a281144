import type { z } from 'zod';
import { emailKey } from '../../../domain/values/email-address.ts';
import { linkedInKey } from '../../../domain/values/linkedin-profile.ts';
import type { Company } from '../../../kinds/company.ts';
import { companySchema, personSchema } from '../../../kinds/derive/schema.ts';
import type { Person } from '../../../kinds/person.ts';
import { companyFromItem, companyToItem } from '../../../records/store/company-items.ts';
import { personFromItem, personToItem } from '../../../records/store/person-items.ts';
import { companyKey, personKey, type TableKey } from '../../../table/items/keys.ts';
import type { Item } from '../../../table/reader.ts';
import { type RowContext, unknownColumn } from '../cells/field-rules.ts';
import type { DraftScheme } from '../columns/bind-columns.ts';
import { contactNameOf, recognizer } from '../columns/recognize.ts';
import { emptyDraft, type ImportedRecord, keepRaw, type RecordDraft } from '../drafts/record-draft.ts';
import { RowError, validated } from '../drafts/row-error.ts';
import { draftOfJson } from '../rows/json-records.ts';
import { COMPANY_FIELDS, completeRecord, PERSON_FIELDS } from '../rows/record-fields.ts';
import { COMPANY_KEYS } from '../run/company-directory.ts';
import { mergeDraft } from './merge-draft.ts';

interface KindOptions<T extends ImportedRecord>
  extends Pick<DraftScheme<RecordDraft>, 'fields' | 'recognize'> {
  readonly idKind: 'person' | 'company';
  readonly countedAs: 'people' | 'companies';
  readonly schema: z.ZodType<T> & { readonly shape: object };
  /** Names the custom field of a column that fills no field. Default: as the column. */
  readonly customNameOf?: (column: string, path: string | undefined) => string;
  /** What identifies a record without an id, most reliable first. */
  readonly naturalKeys: (
    draft: RecordDraft,
  ) => readonly (readonly [field: string, key: string | undefined])[];
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => T;
  readonly toItem: (organizationId: string, record: T) => Record<string, unknown>;
}

/** What differs between importing people and companies. */
export interface RecordKind
  extends DraftScheme<RecordDraft>,
    Omit<KindOptions<ImportedRecord>, 'schema' | 'toItem'> {
  /** A record of which nothing is known. */
  readonly emptyRecord: (id: string, createdAt: string) => ImportedRecord;
  /** Throws a RowError if the value is no record that can be stored. */
  readonly toRecord: (
    organizationId: string,
    value: unknown,
  ) => { readonly record: ImportedRecord; readonly item: Readonly<Record<string, unknown>> };
}

/** Stands for what the import decides itself. */
const SOME_ID = '00000000-0000-0000-0000-000000000000';
const SOME_TIME = '1970-01-01T00:00:00.000Z';

const recordKind = <T extends ImportedRecord>({ schema, toItem, ...kind }: KindOptions<T>): RecordKind => {
  const jsonFields = new Set(Object.keys(schema.shape));
  const emptyRecord = (id: string, createdAt: string) =>
    kind.fromItem({ id, doNotCall: false, createdAt, updatedAt: createdAt, changedAt: createdAt });
  return {
    ...kind,
    emptyRecord,
    toRecord(organizationId, value) {
      const record = validated(schema, value);
      return { record, item: toItem(organizationId, record) };
    },
    otherwise: { nameOf: kind.customNameOf ?? ((column) => column), rule: unknownColumn },
    /** Keeps the cell as a custom field, unless it identifies the record or may forbid calls. */
    doWithout(draft, field, cell) {
      if (/^(?:id|doNotCall|isCompany|customFields)$|^(?:customFields|externalIds)\./.test(field))
        return false;
      keepRaw(draft, field, cell);
      return true;
    },
    empty: emptyDraft,
    ofJson: (value, context, warn) => draftOfJson(value, jsonFields, context, warn),
    complete(draft, { source }, warn) {
      completeRecord(draft, warn);
      if (draft.id === null && draft.sourceId !== null) {
        draft.externalIds.push({ source: draft.source ?? source, id: draft.sourceId });
      }
      validated(schema, mergeDraft(draft, emptyRecord(SOME_ID, SOME_TIME)));
    },
  };
};

const firstAddress = (draft: RecordDraft): unknown => {
  const [email] = draft.typed['emails']?.values ?? [];
  return typeof email === 'object' && email !== null && 'address' in email ? email.address : null;
};

/** The form in which a value is compared; undefined for none. */
const keyIn = (keyOf: (text: string) => string, value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? keyOf(value) : undefined;

export const PEOPLE = recordKind<Person>({
  idKind: 'person',
  countedAs: 'people',
  fields: PERSON_FIELDS,
  recognize: (header) => recognizer('person', header),
  customNameOf: contactNameOf,
  schema: personSchema,
  naturalKeys: (draft) => [
    ['email', keyIn(emailKey, firstAddress(draft))],
    ['linkedinUrl', keyIn(linkedInKey, draft.values['linkedinUrl'])],
  ],
  keyOf: personKey,
  fromItem: personFromItem,
  toItem: personToItem,
});

export const COMPANIES = recordKind<Company>({
  idKind: 'company',
  countedAs: 'companies',
  fields: COMPANY_FIELDS,
  recognize: (header) => recognizer('company', header),
  schema: companySchema,
  naturalKeys: (draft) => [
    ['domain', keyIn(COMPANY_KEYS.domain, draft.values['domain'])],
    ['name', keyIn(COMPANY_KEYS.name, draft.values['name'])],
  ],
  keyOf: companyKey,
  fromItem: companyFromItem,
  toItem: companyToItem,
});

/** The text of a cell that would identify a record. */
const UNREAD_KEY = /^(?:emails(?:\..+)?|linkedinUrl|domain)Raw$/;

/** The id of the record that a draft is of. Throws a RowError if nothing identifies it. */
export const identify = (draft: RecordDraft, kind: RecordKind, { idOf, source }: RowContext): string => {
  if (draft.id !== null) return draft.id;
  if (draft.sourceId !== null) return idOf(kind.idKind, draft.source ?? source, draft.sourceId);
  const keys = kind.naturalKeys(draft);
  const [field, key] = keys.find(([, each]) => each !== undefined) ?? [];
  if (field === undefined || key === undefined) {
    const unread = [...draft.customFields].find(([name]) => UNREAD_KEY.test(name));
    if (unread !== undefined) {
      throw new RowError(
        `id: the row has no id, and its ${unread[0].replace(/Raw$/, '')} cannot be read: ` +
          `"${unread[1]}" (correct it, or map the column that identifies the row to "id")`,
      );
    }
    const fields = keys.map(([each]) => each).join(' or ');
    throw new RowError(
      `id: the row has neither an id nor ${fields} to identify it (map the column that does to "id")`,
    );
  }
  return idOf(kind.idKind, source, field, key);
};
