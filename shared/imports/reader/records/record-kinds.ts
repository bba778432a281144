import { uuidOf } from '../../../domain/uuid.ts';
import { emailKey } from '../../../domain/values/email-address.ts';
import { linkedInKey } from '../../../domain/values/linkedin-profile.ts';
import { emptyValueOf } from '../../../kinds/derive/empty-value.ts';
import { schemaOf } from '../../../kinds/derive/schema.ts';
import { type Fields, type RecordOf, referencesIn } from '../../../kinds/fields.ts';
import { KINDS } from '../../../kinds/kinds.ts';
import {
  type Camel,
  camelOf,
  type IDENTITIES,
  type KindName,
  nounOf,
  oneOf,
  PLAIN_KINDS,
  type PlainKind,
  pluralOf,
  type Snake,
  snakeOf,
} from '../../../kinds/names.ts';
import { recordWriter } from '../../../records/store/record-items.ts';
import { recordReader } from '../../../records/store/record-reader.ts';
import type { IdMaker } from '../../../table/items/import-ids.ts';
import { recordKeyOf, type TableKey } from '../../../table/items/keys.ts';
import type { Item } from '../../../table/reader.ts';
import { type RowContext, unknownColumn } from '../cells/field-rules.ts';
import type { DraftScheme } from '../columns/bind-columns.ts';
import { customNamer, recognizer } from '../columns/recognize.ts';
import { emptyDraft, type ImportedRecord, keepRaw, type RecordDraft } from '../drafts/record-draft.ts';
import { RowError, validated } from '../drafts/row-error.ts';
import { draftOfJson, jsonScheme } from '../rows/json-records.ts';
import { completeRecord, recordRules } from '../rows/record-fields.ts';
import { COMPANY_KEYS } from '../run/company-directory.ts';
import { mergeDraft } from './merge-draft.ts';

/** What the import of a kind without code of its own needs, all of which derives from its declaration. */
export interface RecordKind extends DraftScheme<RecordDraft> {
  readonly name: PlainKind;
  readonly idKind: Snake<PlainKind>;
  readonly countedAs: Camel<(typeof IDENTITIES)[PlainKind]['plural']>;
  /** Whether its records say whether they may be called. */
  readonly isCallable: boolean;
  /** The fields that refer to other records, with their kinds. */
  readonly references: readonly (readonly [field: string, to: KindName])[];
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => ImportedRecord;
  /** A record of which nothing is known. */
  readonly emptyRecord: (id: string, createdAt: string) => Readonly<Record<string, unknown>>;
  /** Throws a RowError if the value is no record that can be stored. */
  readonly toRecord: (
    organizationId: string,
    value: unknown,
  ) => { readonly record: ImportedRecord; readonly item: Readonly<Record<string, unknown>> };
}

/** Stands for what the import decides itself. */
const SOME_ID = '00000000-0000-0000-0000-000000000000';
const SOME_TIME = '1970-01-01T00:00:00.000Z';

/** Without these, a row is of another record, or of none. */
const ESSENTIAL =
  /^(?:id|doNotCall|deleted|isCompany|customFields|direction|startedAt)$|^(?:customFields|externalIds)\./;

const recordKind = (name: PlainKind): RecordKind => {
  const { fields: declared } = KINDS[name];
  const fields = recordRules(name);
  const schema = schemaOf(declared);
  const toItem = recordWriter<ImportedRecord & { readonly changedAt: string }>(name);
  const json = jsonScheme(declared, fields);
  const required = Object.entries(declared).filter(
    ([, field]) => field.isNullable !== true && emptyValueOf(field) === undefined,
  );
  const empty = Object.fromEntries(
    Object.entries(declared).flatMap(([field, each]) => {
      const value = emptyValueOf(each);
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const emptyRecord = (id: string, at: string) => ({
    ...empty,
    ...{ id, createdAt: at, updatedAt: at, changedAt: at },
  });
  const isCallable = 'doNotCall' in declared;
  return {
    name,
    idKind: snakeOf(name),
    countedAs: camelOf(pluralOf(name)),
    isCallable,
    references: referencesIn(declared),
    fields,
    recognize: (header) => recognizer(name, header),
    keyOf: recordKeyOf(name),
    fromItem: recordReader(declared) as (item: Item) => RecordOf<Fields> & ImportedRecord,
    emptyRecord,
    toRecord(organizationId, value) {
      const missing = required.find(([field]) => Object(value)[field] === undefined);
      if (missing !== undefined) {
        throw new RowError(
          `${missing[0]}: a new ${nounOf(name)} needs one (map the column that has it to "${missing[0]}")`,
        );
      }
      const record = validated(schema, value) as RecordOf<Fields> & ImportedRecord & { changedAt: string };
      return { record, item: toItem(organizationId, record) };
    },
    otherwise: { nameOf: customNamer(name), rule: unknownColumn },
    /** Keeps the cell as a custom field, unless it identifies the record or may forbid calls. */
    doWithout(draft, field, cell) {
      if (ESSENTIAL.test(field)) return false;
      keepRaw(draft, field, cell);
      return true;
    },
    empty: emptyDraft,
    ofJson: (value, context, warn) => draftOfJson(value, json, context, warn),
    complete(draft, context, warn) {
      completeRecord(draft, context, warn);
      if (!isCallable && draft.values['doNotCall'] === true) {
        delete draft.values['doNotCall'];
        const reason =
          `doNotCall: the row forbids calls, and a ${nounOf(name)} forbids none ` +
          '(import the number or address with the people)';
        warn?.({ field: 'doNotCall', value: 'true', reason });
      }
      if (!('customFields' in declared)) {
        const reason = `${oneOf(name)} has no custom fields: the value is not imported`;
        for (const [field, value] of draft.customFields) warn?.({ field, value: String(value), reason });
        draft.customFields.clear();
      }
      if (draft.id === null && draft.sourceId !== null) {
        draft.externalIds.push({ source: draft.source ?? context.source, id: draft.sourceId });
      }
      // What an export has no column for is only known once the record was read.
      if (draft.isOwn) return;
      const some = Object.fromEntries(required.map(([field]) => [field, SOME_TIME]));
      validated(schema, mergeDraft(draft, { ...some, ...emptyRecord(SOME_ID, SOME_TIME) }));
    },
  };
};

/** Every kind that the one pipeline of records imports. */
export const RECORD_KINDS = Object.fromEntries(
  PLAIN_KINDS.map((name) => [name, recordKind(name)]),
) as Readonly<Record<PlainKind, RecordKind>>;

export const { person: PEOPLE, company: COMPANIES } = RECORD_KINDS;

/** All values that a draft has at a path: of each item where the path meets a list. */
const valuesAt = (draft: RecordDraft, path: string): readonly unknown[] => {
  const [field = '', part = ''] = path.split('.');
  const typed = draft.typed[field]?.values;
  if (typed !== undefined) return typed.map((item) => Object(item)[part]);
  return [part === '' ? (draft.values[field] ?? draft.named[field]) : draft.parts[field]?.[part]];
};

/** The form in which the value at a path is compared. Default: as it is. */
const KEY_OF: Readonly<Record<string, (text: string) => string>> = {
  'emails.address': emailKey,
  email: emailKey,
  linkedinUrl: linkedInKey,
  ...COMPANY_KEYS,
};

/** What identifies a record without an id, each by the values at some paths together. */
const naturalIds = (draft: RecordDraft, kind: RecordKind, source: string, idOf: IdMaker): readonly string[] =>
  Object.entries(KINDS[kind.name].identifiedBy ?? {}).flatMap(([label, paths]) => {
    const keys = paths.map((path) =>
      valuesAt(draft, path).flatMap((value) =>
        typeof value === 'string' && value !== '' ? (KEY_OF[path] ?? String)(value) : [],
      ),
    );
    const [first = [], ...others] = keys;
    const rest = others.map(([key]) => key ?? '');
    return rest.includes('') ? [] : first.map((key) => idOf(kind.idKind, source, label, key, ...rest));
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
  readonly others: () => readonly string[];
}

/** Tells which record a draft is of. Throws a RowError if nothing does. */
export const identify = (draft: RecordDraft, kind: RecordKind, context: RowContext): Identity => {
  const { idOf } = context;
  const source = draft.source ?? context.source;
  if (draft.id !== null) return { id: draft.id, by: 'own-id', source, ownId: undefined, others: () => [] };
  // Most rows have an id that is stored, and need no other: each takes as long as to read a cell.
  const natural = () => [...new Set(naturalIds(draft, kind, source, idOf))];
  const given = draft.sourceId === null ? null : idOf(kind.idKind, source, draft.sourceId);
  const id = given ?? natural()[0];
  if (id !== undefined) {
    return {
      id,
      by: given === null ? 'address' : 'source-id',
      source,
      ownId: draft.source === null ? uuidOf(draft.sourceId ?? '') : undefined,
      // A company may share its name with others.
      others: () => (kind.idKind === 'person' ? natural().filter((each) => each !== id) : []),
    };
  }
  const unread = [...draft.customFields].find(([name]) => UNREAD_KEY.test(name));
  if (unread !== undefined) {
    throw new RowError(
      `id: the row has no id, and its ${unread[0].replace(/Raw$/, '')} cannot be read: ` +
        `"${unread[1]}" (correct it, or map the column that identifies the row to "id")`,
    );
  }
  const fields = Object.keys(KINDS[kind.name].identifiedBy ?? {}).join(' or ');
  throw new RowError(
    `id: the row has neither an id nor ${fields} to identify it (map the column that does to "id")`,
  );
};
