import { nullable, type RecordOf, TEXT } from './fields.ts';

/** The fields of the location of a person or company. */
export const LOCATION_FIELDS = {
  street: nullable(TEXT),
  city: nullable(TEXT),
  region: nullable(TEXT),
  postalCode: nullable(TEXT),
  country: nullable(TEXT),
} as const;

export type Location = RecordOf<typeof LOCATION_FIELDS>;
