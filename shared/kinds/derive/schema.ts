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
import { CALL } from '../call.ts';
import { CALL_LIST } from '../call-list.ts';
import { CALL_LIST_ENTRY } from '../call-list-entry.ts';
import { COMPANY } from '../company.ts';
import type { Field, Fields, FieldValue, ScalarName } from '../fields.ts';
import { PERSON } from '../person.ts';

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

const SCHEMAS = new Map<string, z.ZodObject>();

/** Who may see a field does not change its schema. */
const formOf = (fields: Fields): string =>
  JSON.stringify(fields, (name, value) => (name === 'isContact' ? undefined : value));

/** The schema of declared fields: always the same one, so that OpenAPI can refer to it by name. */
export const schemaOf = <F extends Fields>(fields: F): SchemaOf<F> => {
  const form = formOf(fields);
  const schema =
    SCHEMAS.get(form) ??
    z.strictObject(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field)])),
    );
  SCHEMAS.set(form, schema);
  return schema as SchemaOf<F>;
};

export const personSchema = schemaOf(PERSON.fields);
export const companySchema = schemaOf(COMPANY.fields);
export const callListSchema = schemaOf(CALL_LIST.fields);
export const callListEntrySchema = schemaOf(CALL_LIST_ENTRY.fields);
export const callSchema = schemaOf(CALL.fields);
/** A call list as `GET /v1/call-list` lists it. */
export const listedCallListSchema = callListSchema.omit({ changedAt: true });
