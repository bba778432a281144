import { MAX_LONG_TEXT } from '../../../domain/fields.ts';
import type { NumberOrigin } from '../../../domain/readings/phones.ts';
import type { PhoneType } from '../../../kinds/phone-fields.ts';
import type { Callable } from '../../../records/suppression/suppression-targets.ts';

export interface ExternalId {
  readonly source: string;
  readonly id: string;
}

/** A record of any kind without code of its own. */
export interface ImportedRecord {
  readonly id: string;
  readonly externalIds: readonly ExternalId[];
  readonly personId?: string | null;
  readonly companyId?: string | null;
  readonly domain?: string | null;
  readonly name?: string | null;
}

/** A record that says whether it may be called: a person or a company. */
export type CallableRecord = ImportedRecord & Callable;

export const isCallable = (record: ImportedRecord): record is CallableRecord => 'doNotCall' in record;

/** Values of a list field by their type, such as the mobile numbers among all phone numbers. */
export interface TypedValues {
  /** The types that the file has columns for; `all` replaces the whole list. */
  types: Set<PhoneType | string | null> | 'all';
  readonly values: unknown[];
}

/** How a person's row names the company. */
export interface CompanyReference {
  /** The company's id in the source. */
  sourceId: string | null;
  domain: string | null;
  name: string | null;
}

/**
 * The values that one row gives of a person or a company. A field that the file has no column (or key) for is
 * absent, and keeps its stored value.
 */
export interface RecordDraft {
  /** The id in the source, if the row has one. */
  sourceId: string | null;
  /** An id of this service, if the row gives one. */
  id: string | null;
  /** The source of `sourceId`, if the row names it. */
  source: string | null;
  fullName: string | null;
  /** Whether the source says that it has deleted the record. */
  isDeleted: boolean;
  /** Where the row's national numbers belong, if it says so. */
  readonly numberOrigin: { -readonly [K in keyof NumberOrigin]: NumberOrigin[K] };
  readonly company: CompanyReference;
  /** What a row tells of other records, or in parts, by the path of its column: `email`, `callListName`. */
  readonly named: Record<string, string>;
  /** Extensions from columns of their own, with the type of their phone if it is known. */
  readonly extensions: (readonly [type: string | undefined, extension: string])[];
  /** The columns of lists in a file that the service exported: `phones.number` of `phones`. */
  readonly lists: Record<string, Record<string, string>>;
  /** Fields that are replaced as a whole. */
  readonly values: Record<string, unknown>;
  /** Fields of `location` and `annualRevenue`, each replaced on its own. */
  readonly parts: Record<string, Record<string, unknown>>;
  readonly typed: Record<string, TypedValues>;
  /** By name; undefined removes a stored field. */
  readonly customFields: Map<string, unknown>;
  /** The paths of the fields that the file has columns for; empty for JSON Lines. */
  readonly fields: ReadonlySet<string>;
  /** Whether the row is of an export of this service, which a spreadsheet may have saved. */
  readonly isOwn: boolean;
  /** Ids in other systems; each replaces the stored one of the same system. */
  readonly externalIds: ExternalId[];
}

export const emptyDraft = (fields: ReadonlySet<string> = new Set(), isOwn = false): RecordDraft => ({
  fields,
  isOwn,
  sourceId: null,
  id: null,
  source: null,
  fullName: null,
  isDeleted: false,
  numberOrigin: {},
  company: { sourceId: null, domain: null, name: null },
  named: {},
  extensions: [],
  lists: {},
  values: {},
  parts: {},
  typed: {},
  customFields: new Map(),
  externalIds: [],
});

/** Adds values of one type to a list field. No values mean that the record has none of this type. */
export const addTyped = (
  draft: RecordDraft,
  field: 'phones' | 'emails',
  type: string | null,
  values: readonly unknown[],
): void => {
  draft.typed[field] ??= { types: new Set(), values: [] };
  const typed = draft.typed[field];
  if (typed.types !== 'all') typed.types.add(type);
  typed.values.push(...values);
};

export const setPart = (draft: RecordDraft, field: string, part: string, value: unknown): void => {
  draft.parts[field] ??= {};
  draft.parts[field][part] = value;
};

/** Truncates a text to the limit of custom fields, without splitting a character. */
export const longText = (text: string): string =>
  text.length > MAX_LONG_TEXT ? text.slice(0, MAX_LONG_TEXT).replace(/[\ud800-\udbff]$/, '') : text;

/** The custom field that keeps the text of a cell which its field cannot hold. */
export const rawNameOf = (field: string): string => `${field}Raw`;

export const keepRaw = (draft: RecordDraft, field: string, cell: string): void => {
  draft.customFields.set(rawNameOf(field), longText(cell.trim()));
};
