import type { KindName } from './names.ts';

/** What a value without fields of its own is. Each has one schema (`derive/schema.ts`) and one reading. */
export type ScalarName =
  | 'uuid'
  | 'timestamp'
  | 'text'
  | 'long-text'
  | 'web-address'
  | 'time-zone'
  | 'email-address'
  | 'phone-number'
  | 'phone-extension'
  | 'currency'
  | 'number'
  | 'integer'
  | 'seconds'
  | 'boolean';

/** What every declared field may say. */
interface Described {
  /** Whether it is `null` where absent. */
  readonly isNullable?: true;
  /** What it is, for users, if its name does not tell. */
  readonly text?: string;
  /** Whether it tells how to reach a person: shown only with the permission `person.contact:read`. */
  readonly isContact?: true;
}

/** A declared field: plain data, so that no function needs the schema library. */
export type Field = Described &
  (
    | {
        readonly is: ScalarName;
        readonly maximum?: number;
        readonly inPartition?: true;
        /** The kind of record whose id it is. */
        readonly to?: KindName;
      }
    | {
        readonly is: 'choice';
        readonly of: readonly string[];
        /** What it is in a new record whose source does not say. Default: the source has to say it. */
        readonly otherwise?: string;
      }
    | { readonly is: 'object'; readonly fields: Fields }
    | { readonly is: 'list'; readonly of: Field }
    | { readonly is: 'custom-fields' }
  );

/** The fields of a kind of record, or of an object in one, in the order in which the API shows them. */
export type Fields = Readonly<Record<string, Field>>;

/** A field that is `null` where absent. */
export const nullable = /* @__NO_SIDE_EFFECTS__ */ <const F extends Field>(field: F) =>
  ({ ...field, isNullable: true }) as const;

/** A field with its description. */
export const described = /* @__NO_SIDE_EFFECTS__ */ <const F extends Field>(text: string, field: F) =>
  ({ ...field, text }) as const;

/** A contact detail of a person. */
export const contact = /* @__NO_SIDE_EFFECTS__ */ <const F extends Field>(field: F) =>
  ({ ...field, isContact: true }) as const;

export const UUID = { is: 'uuid' } as const;
export const TIMESTAMP = { is: 'timestamp' } as const;
export const TEXT = { is: 'text' } as const;
export const LONG_TEXT = { is: 'long-text' } as const;
export const WEB_ADDRESS = { is: 'web-address' } as const;
export const TIME_ZONE = { is: 'time-zone' } as const;
export const NUMBER = { is: 'number' } as const;
/** At least 0. */
export const INTEGER = { is: 'integer' } as const;
/** A duration in whole seconds. */
export const SECONDS = { is: 'seconds' } as const;
export const BOOLEAN = { is: 'boolean' } as const;

/** The id of another record. */
export const referenceTo = /* @__NO_SIDE_EFFECTS__ */ <const K extends KindName>(to: K) =>
  nullable({ is: 'uuid', to });

/** The fields with ids of other records, and the kinds of these. */
export const referencesIn = (fields: Fields): readonly (readonly [field: string, to: KindName])[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    'to' in field && field.to !== undefined ? [[name, field.to] as const] : [],
  );

export const choice = /* @__NO_SIDE_EFFECTS__ */ <const V extends readonly string[]>(...of: V) =>
  ({ is: 'choice', of }) as const;
/** A choice that a source need not make. */
export const choiceOr = /* @__NO_SIDE_EFFECTS__ */ <const V extends readonly string[]>(
  otherwise: V[number],
  ...of: V
) => ({ is: 'choice', of, otherwise }) as const;
export const object = /* @__NO_SIDE_EFFECTS__ */ <const F extends Fields>(fields: F) =>
  ({ is: 'object', fields }) as const;
export const list = /* @__NO_SIDE_EFFECTS__ */ <const F extends Field>(of: F) =>
  ({ is: 'list', of }) as const;

/** The value of a field whose names and types the source decides. */
export type CustomFields = Record<string, string | number | boolean | null>;

type ScalarValue<S> = S extends 'number' | 'integer' | 'seconds'
  ? number
  : S extends 'boolean'
    ? boolean
    : string;

type Value<F extends Field> = F extends { readonly is: 'choice'; readonly of: readonly (infer V)[] }
  ? V
  : F extends { readonly is: 'object'; readonly fields: infer G extends Fields }
    ? RecordOf<G>
    : F extends { readonly is: 'list'; readonly of: infer E extends Field }
      ? FieldValue<E>[]
      : F extends { readonly is: 'custom-fields' }
        ? CustomFields
        : ScalarValue<F['is']>;

/** The type of a declared field's values. */
export type FieldValue<F extends Field> = F extends { readonly isNullable: true }
  ? Value<F> | null
  : Value<F>;

/** The type of the records with declared fields. */
export type RecordOf<F extends Fields> = { -readonly [N in keyof F]: FieldValue<F[N]> };
