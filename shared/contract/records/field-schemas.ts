import { z } from 'zod';
import { timestampSchema } from '../../domain/fields.ts';

const fieldSchema = z.strictObject({
  path: z.string().min(1).describe('As in `fields`, where a comma in the name of a custom field is escaped.'),
  type: z
    .array(z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']))
    .min(1)
    .describe('The JSON types of its values. A custom field may have several.'),
  format: z.string().min(1).nullable().describe('Of text, such as `date-time` or `uuid`.'),
  values: z.array(z.string()).describe('All values, if they are fixed; otherwise empty.'),
  isCustom: z.boolean(),
  sources: z
    .array(z.string())
    .describe('The systems that the values of a custom field come from, at most 20.'),
  firstSeenAt: timestampSchema.nullable().describe('When an import first stored the custom field.'),
  description: z.string().min(1).nullable(),
});

/** The fields of a resource. */
export const fieldListSchema = z.strictObject({
  items: z.array(fieldSchema).describe('Those of the API in their order, then custom fields by name.'),
});
