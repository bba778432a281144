import { z } from 'zod';
import type { FieldResource, OwnField } from '../../shared/contract/field-resources.ts';
import { RESPONSE_BODIES } from '../../shared/contract/response-bodies.ts';
import { callListEntrySchema } from '../../shared/domain/call-list-entry.ts';
import { personSchema } from '../../shared/domain/person.ts';

const SCHEMAS: Readonly<Record<FieldResource, z.ZodObject>> = {
  person: personSchema,
  company: RESPONSE_BODIES.getCompany,
  'call-list': RESPONSE_BODIES.getCallList.omit({ entries: true, nextCursor: true }),
  'call-list-entry': callListEntrySchema,
};

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** The only formats that say more than a pattern or a limit. */
const FORMATS = ['date-time', 'uuid'];

/** Ids have a pattern instead of a format, which would also allow upper case. */
const formatOf = ({ format, description }: Schema): string | null => {
  if (description === 'A lower-case UUID.') return 'uuid';
  return format !== undefined && FORMATS.includes(format) ? format : null;
};

const fieldsOf = (schema: Schema, parent: string): readonly OwnField[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const alternatives = property.anyOf ?? [property];
    const isNullable = alternatives.some(({ type }) => type === 'null');
    const [own = property] = alternatives.filter(({ type }) => type !== 'null');
    const path = `${parent}${name}`;
    if (own.type === undefined) throw new Error(`The field ${path} has no type.`);
    const field: OwnField = {
      path,
      type: [own.type, ...(isNullable ? ['null'] : [])],
      format: formatOf(own),
      values: own.enum ?? null,
      description: property.description ?? own.description ?? null,
    };
    return [field, ...fieldsOf(own.items ?? own, `${path}.`)];
  });

/** The source of the module with the fields of the contract, so that no function needs the schema library. */
export const ownFieldsModule = (): string => {
  const fields = Object.entries(SCHEMAS).map(([resource, schema]) => {
    const own = fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema, '');
    return `  ${JSON.stringify(resource)}: [\n${own.map((field) => `    ${JSON.stringify(field)},\n`).join('')}  ],\n`;
  });
  return `// Made by "npm run openapi": do not edit.
import type { FieldResource, OwnField } from './field-resources.ts';

/** The fields that the contract has, by resource. */
export const OWN_FIELDS: Readonly<Record<FieldResource, readonly OwnField[]>> = {
${fields.join('')}};
`;
};
