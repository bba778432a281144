import * as z from 'zod';
import {
  currencySchema,
  customFieldsSchema,
  emailAddressSchema,
  longTextSchema,
  MAX_LIST_ITEMS,
  numberSchema,
  phoneExtensionSchema,
  phoneNumberSchema,
  shortTextSchema,
  timestampSchema,
  timeZoneSchema,
  uuidSchema,
  webAddressSchema,
} from '../../domain/fields.ts';
import type { Field, Fields, FieldValue, ScalarName } from '../fields.ts';
import { type FieldsOf, KINDS } from '../kinds.ts';
import { KIND_NAMES, type KindName } from '../names.ts';

const SCALARS: Readonly<Record<ScalarName, z.ZodType>> = {
  uuid: uuidSchema,
  timestamp: timestampSchema,
  text: shortTextSchema,
  'long-text': longTextSchema,
  'web-address': webAddressSchema,
  'time-zone': timeZoneSchema,
  'email-address': emailAddressSchema,
  'phone-number': phoneNumberSchema,
  'phone-extension': phoneExtensionSchema,
  currency: currencySchema,
  number: numberSchema,
  integer: z.int().min(0),
  seconds: z.int().min(0),
  boolean: z.boolean(),
};

const schemaOfField = (field: Field): z.ZodType => {
  switch (field.is) {
    case 'choice':
      return z.enum(field.of);
    case 'object':
      return schemaOf(field.fields);
    case 'list':
      return z.array(described(field.of)).max(MAX_LIST_ITEMS);
    case 'custom-fields':
      return customFieldsSchema;
    case 'integer':
      return field.maximum === undefined ? SCALARS.integer : z.int().min(0).max(field.maximum);
    default:
      return SCALARS[field.is];
  }
};

const described = (field: Field): z.ZodType => {
  const value = schemaOfField(field);
  const schema = field.isNullable === true ? value.nullable() : value;
  return field.text === undefined ? schema : schema.describe(field.text);
};

/** The schema of the records with declared fields: exactly these. */
export type SchemaOf<F extends Fields> = z.ZodObject<
  { [N in keyof F]: z.ZodType<FieldValue<F[N]>> },
  z.core.$strict
>;

const MADE = new Map<string, z.ZodObject>();

/** Who may see a field does not change its schema. */
const formOf = (fields: Fields): string =>
  JSON.stringify(fields, (name, value) => (name === 'isContact' ? undefined : value));

/** The schema of declared fields: always the same one, so that OpenAPI can refer to it by name. */
export const schemaOf = <F extends Fields>(fields: F): SchemaOf<F> => {
  const form = formOf(fields);
  const schema =
    MADE.get(form) ??
    z.strictObject(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)])),
    );
  MADE.set(form, schema);
  return schema as SchemaOf<F>;
};

/** The schemas of the records of each kind. */
export const SCHEMAS = Object.fromEntries(
  KIND_NAMES.map((name) => [name, schemaOf(KINDS[name].fields)]),
) as object as { readonly [N in KindName]: SchemaOf<FieldsOf<N>> };

/** A call list as `GET /v1/call-list` lists it. */
export const listedCallListSchema = SCHEMAS['call-list'].omit({ changedAt: true });
