import { type Field, literal, literalOf, snakeCase, typedDicts, unionOf } from './python-source.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const HEADER = `"""The types of the API. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias, TypedDict`;

/** Longer unions of literals get a name. */
const INLINE_LITERALS = 10;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** What the iterators of the clients send by themselves. */
const OF_PAGES: readonly (string | undefined)[] = ['cursor', 'count'];

const singular = (name: string): string => name.replace(/s$/, '');
/**
 * The TypedDicts of all schemas, and of the query of each GET operation, as a Python module.
 *
 * @param openapi the document in its `exact` form
 * @throws Error for a kind of schema that it does not know
 */
export const pythonTypes = (openapi: object): string => {
  const { paths, components } = openapi as Document;
  const classes: string[] = [];
  const aliases: string[] = [];
  /** The names of the classes by their content. */
  const known = new Map<string, string>();

  const objectType = (schema: Schema, name: string): string => {
    const { properties = {}, required = [], additionalProperties } = schema;
    if (Object.keys(properties).length === 0) {
      const values = typeof additionalProperties === 'object' ? additionalProperties : {};
      return `dict[str, ${typeOf(values, name)}]`;
    }
    const { description: _, ...content } = schema;
    const key = JSON.stringify(content);
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    known.set(key, name);
    const fields = Object.entries(properties).map(([property, value]) => ({
      name: property,
      type: typeOf(value, name + capitalize(property)),
      description: value.description,
    }));
    const isRequired = (field: Field) => required.includes(field.name);
    classes.push(
      typedDicts(
        name,
        fields.filter(isRequired),
        fields.filter((field) => !isRequired(field)),
        schema.description,
      ),
    );
    return name;
  };

  const literalType = (values: readonly unknown[], name: string): string => {
    if (values.length <= INLINE_LITERALS) return `Literal[${values.map(literal).join(', ')}]`;
    if (!known.has(name)) aliases.push(literalOf(name, values));
    known.set(name, name);
    return name;
  };

  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    const members = schema.anyOf ?? schema.oneOf;
    if (members !== undefined) {
      return [...new Set(members.map((member) => typeOf(member, name)))].join(' | ');
    }
    if (schema.const !== undefined) return literalType([schema.const], name);
    if (schema.enum !== undefined) return literalType(schema.enum, name);
    const simple = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
    if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, singular(name))}]`;
    if (schema.type === 'object') return objectType(schema, name);
    if (schema.type === undefined && Object.keys(schema).length === 0) return 'Any';
    const type = simple[schema.type as keyof typeof simple];
    if (type === undefined) throw new Error(`${name} has an unknown schema: ${JSON.stringify(schema)}`);
    return type;
  };

  /** Requests take any sequence, and times as such. */
  const argumentType = (schema: Schema, name: string): string => {
    if (schema.type === 'array') return `Sequence[${typeOf(schema.items ?? {}, singular(name))}]`;
    return schema.format === 'date-time' ? 'str | datetime' : typeOf(schema, name);
  };

  const problems: string[] = [];
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (name === 'OpenApiDocument') continue;
    if (name.endsWith('Problem')) problems.push(name);
    const type = schema.type === 'object' ? objectType(schema, name) : typeOf(schema, name);
    const members = type.split(' | ');
    if (type !== name) (members.length > 1 ? aliases : classes).push(unionOf(name, members));
  }
  aliases.push(unionOf('Problem', problems));

  for (const { get } of Object.values(paths)) {
    const parameters = (get?.parameters ?? []).filter(
      (each) => each.in === 'query' && !OF_PAGES.includes(each.name),
    );
    if (get === undefined || parameters.length === 0) continue;
    const query = `${capitalize(get.operationId)}Query`;
    const fields = parameters.map(({ name = '', schema, description }) => ({
      name: snakeCase(name),
      type: argumentType(schema, query + capitalize(name)),
      description,
    }));
    classes.push(typedDicts(query, [], fields));
  }
  const definitions = [...classes, ...aliases];
  const names = [...definitions.join('\n').matchAll(/^(?:class )?([A-Z]\w*)(?:[(:]| = )/gm)].map(
    ([, name]) => name,
  );
  const exported = `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]`;
  return `${HEADER}\n\n${exported}\n\n\n${definitions.join('\n\n\n')}\n`;
};
