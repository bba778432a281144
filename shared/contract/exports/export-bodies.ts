import * as z from 'zod/mini';
import { KIND_NAMES } from '../../kinds/names.ts';
import { idField, timestampField } from '../body-fields.ts';
import { EXPORT_FORMATS, MAX_EXPORT_FIELDS } from './export-limits.ts';

const RESOURCE_RULE = `must be one of: ${KIND_NAMES.join(', ')}`;
const FORMAT_RULE = `must be one of: ${EXPORT_FORMATS.join(', ')}`;
const FIELDS_RULE =
  `must be null or a list of 1 to ${MAX_EXPORT_FIELDS} paths of fields, such as ["firstName", ` +
  '"emails.address"]';
const TIME_RULE = 'must be null or an RFC 3339 date-time such as 2026-01-31T09:30:00.000Z';
const LIST_RULE = 'must be null or the id of a call list';

/** `POST /v1/export`, and `POST /exports` of the admin API */
export const createExportBody = z.strictObject({
  resource: z.enum(KIND_NAMES, RESOURCE_RULE),
  format: z.enum(EXPORT_FORMATS, FORMAT_RULE),
  fields: z._default(
    z.nullable(
      z
        .array(z.string(FIELDS_RULE), FIELDS_RULE)
        .check(z.minLength(1, FIELDS_RULE), z.maxLength(MAX_EXPORT_FIELDS, FIELDS_RULE)),
    ),
    null,
  ),
  changedSince: z._default(z.nullable(timestampField(TIME_RULE)), null),
  callListId: z._default(z.nullable(idField(LIST_RULE)), null),
});
