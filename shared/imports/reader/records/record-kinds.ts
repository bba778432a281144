import type { z } from 'zod';
import { uuidOf } from '../../../domain/uuid.ts';
import { emailKey } from '../../../domain/values/email-address.ts';
import { linkedInKey } from '../../../domain/values/linkedin-profile.ts';
import type { Company } from '../../../kinds/company.ts';
import { SCHEMAS } from '../../../kinds/derive/schema.ts';
import type { Person } from '../../../kinds/person.ts';
import {
  companyFromItem,
  companyToItem,
  personFromItem,
  personToItem,
} from '../../../records/store/record-items.ts';
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
  /** What identifies a record without an id, most reliable first. A field may have several values. */
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
      if (/^(?:id|doNotCall|deleted|isCompany|customFields)$|^(?:customFields|externalIds)\./.test(field))
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
      // What an export has no column for is only known once the record was read.
      if (!draft.isOwn) validated(schema, mergeDraft(draft, emptyRecord(SOME_ID, SOME_TIME)));
    },
  };
};

const addressesOf = (draft: RecordDraft): readonly unknown[] =>
  (draft.typed['emails']?.values ?? []).map((email) =>
    typeof email === 'object' && email !== null && 'address' in email ? email.address : null,
  );

/** The form in which a value is compared; undefined for none. */
const keyIn = (keyOf: (text: string) => string, value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? keyOf(value) : undefined;

export const PEOPLE = recordKind<Person>({
  idKind: 'person',
  countedAs: 'people',
  fields: PERSON_FIELDS,
  recognize: (header) => recognizer('person', header),
  customNameOf: contactNameOf,
  schema: SCHEMAS.person,
  naturalKeys: (draft) => [
    ...addressesOf(draft).map((address) => ['email', keyIn(emailKey, address)] as const),
    ['email', undefined],
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
  schema: SCHEMAS.company,
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

/** What tells which record a row is of. */
export interface Identity {
  /** The id of the record, unless another one turns out to be it. */
  readonly id: string;
  /** What the row has: an id of this service, an id of its source, or only an address or a profile. */
  readonly by: 'own-id' | 'source-id' | 'address';
  /** The source of the id or the address. */
  readonly source: string;
  /** The id of the source, if it may be one of this service. */
  readonly ownId: string | undefined;
  /** The ids that the addresses and the profile of a person stand for, without {@link Identity.id}. */
  readonly others: readonly string[];
}

/** Tells which record a draft is of. Throws a RowError if nothing does. */
export const identify = (draft: RecordDraft, kind: RecordKind, context: RowContext): Identity => {
  const { idOf } = context;
  const source = draft.source ?? context.source;
  if (draft.id !== null) return { id: draft.id, by: 'own-id', source, ownId: undefined, others: [] };
  const keys = kind.naturalKeys(draft);
  const natural = new Set(
    keys.flatMap(([field, key]) => (key === undefined ? [] : [idOf(kind.idKind, source, field, key)])),
  );
  const given = draft.sourceId === null ? null : idOf(kind.idKind, source, draft.sourceId);
  const id = given ?? [...natural][0];
  if (id !== undefined) {
    return {
      id,
      by: given === null ? 'address' : 'source-id',
      source,
      ownId: draft.source === null ? uuidOf(draft.sourceId ?? '') : undefined,
      // A company may share its name with others.
      others: kind.idKind === 'person' ? [...natural].filter((each) => each !== id) : [],
    };
  }
  const unread = [...draft.customFields].find(([name]) => UNREAD_KEY.test(name));
  if (unread !== undefined) {
    throw new RowError(
      `id: the row has no id, and its ${unread[0].replace(/Raw$/, '')} cannot be read: ` +
        `"${unread[1]}" (correct it, or map the column that identifies the row to "id")`,
    );
  }
  const fields = [...new Set(keys.map(([each]) => each))].join(' or ');
  throw new RowError(
    `id: the row has neither an id nor ${fields} to identify it (map the column that does to "id")`,
  );
};
