import type { BreakingChange, Rule } from './rules.ts';

// biome-ignore lint/suspicious/noExplicitAny: a part of a document that redocly has checked.
export type Part = any;

/** Who sends the value: it may accept more in requests, and return less in responses. */
export type Direction = 'request' | 'response';

/** Both documents, and where the changes go. */
export interface Comparison {
  readonly base: Part;
  readonly revision: Part;
  readonly report: (change: BreakingChange) => void;
}

/** The target of a reference. */
export const resolvePart = (document: Part, part: Part): Part => {
  if (typeof part?.$ref !== 'string') return part;
  const names: string[] = part.$ref.split('/').slice(1);
  return resolvePart(
    document,
    names.reduce((value, name) => value?.[name], document),
  );
};

interface Normal {
  /** Types without `null`. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  readonly values: readonly unknown[] | undefined;
  /** The schema of the values that are not null. */
  readonly schema: Part;
}

/** Resolves references, and unites the ways of writing nullable, unions and constants. */
const normal = (document: Part, part: Part): Normal => {
  const own = resolvePart(document, part) ?? {};
  const branches: Part[] = (own.anyOf ?? own.oneOf ?? [own]).map((each: Part) => resolvePart(document, each));
  const types = branches.flatMap((each) => each.type ?? []);
  const values = branches.flatMap((each) => ('const' in each ? [each.const] : (each.enum ?? [])));
  const [schema, ...others] = branches.filter(({ type }) => type !== 'null');
  return {
    types: types.filter((type) => type !== 'null'),
    isNullable: types.includes('null'),
    values: values.length === 0 ? undefined : values,
    schema: others.length === 0 ? { ...schema, ...('default' in own && { default: own.default }) } : {},
  };
};

/** Whether each type is among the allowed: every integer is a number. */
const areAmong = (types: readonly string[], allowed: readonly string[]): boolean =>
  allowed.length === 0 ||
  (types.length > 0 &&
    types.every((type) => allowed.includes(type) || (type === 'integer' && allowed.includes('number'))));

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

const compareRequest = (before: Normal, after: Normal, report: (rule: Rule, what: string) => void): void => {
  const { schema: old } = before;
  const { schema: now } = after;
  if (!areAmong(before.types, after.types)) {
    report('request-narrowed', `takes ${after.types} instead of ${before.types}`);
  }
  if (before.isNullable && !after.isNullable) report('request-narrowed', 'no longer takes null');
  const rejected = (before.values ?? []).filter((value) => after.values?.includes(value) === false);
  if (rejected.length > 0) report('request-narrowed', `no longer takes ${rejected.join(', ')}`);
  if (before.values === undefined && after.values !== undefined) {
    report('request-narrowed', `takes only ${after.values.join(', ')}`);
  }
  for (const name of LOWER_BOUNDS) {
    if (now[name] > (old[name] ?? Number.NEGATIVE_INFINITY))
      report('request-narrowed', `${name} is ${now[name]}`);
  }
  for (const name of UPPER_BOUNDS) {
    if (now[name] < (old[name] ?? Number.POSITIVE_INFINITY))
      report('request-narrowed', `${name} is ${now[name]}`);
  }
  for (const name of ['pattern', 'format', 'uniqueItems']) {
    if (now[name] !== undefined && now[name] !== old[name])
      report('request-narrowed', `${name} is ${now[name]}`);
  }
  if (old.additionalProperties !== false && now.additionalProperties === false) {
    report('request-narrowed', 'no longer takes other fields');
  }
  if (old.default !== now.default)
    report('default-changed', `the default is ${now.default}, not ${old.default}`);
};

/** Later versions may add problem types, but no other values of an enum. */
const PROBLEM_TYPE = /^urn:sales-data:problem:/;

const compareResponse = (before: Normal, after: Normal, report: (rule: Rule, what: string) => void): void => {
  const format = ({ schema }: Normal): string => [schema.format].flat().join();
  if (!areAmong(after.types, before.types) || format(before) !== format(after)) {
    const shown = (each: Normal): string => `${each.types} ${format(each)}`.trim();
    report('field-retyped', `is ${shown(after) || 'anything'}, not ${shown(before)}`);
  }
  if (after.isNullable && !before.isNullable) report('field-nullable', 'can be null');
  if (before.values === undefined) return;
  if (after.values === undefined) report('enum-extended', 'can have any value');
  const isProblem = before.values.some((value) => PROBLEM_TYPE.test(String(value)));
  const added = (after.values ?? []).filter((value) => before.values?.includes(value) === false);
  if (added.length > 0 && !isProblem) report('enum-extended', `can be ${added.join(', ')}`);
  const removed = before.values.filter((value) => after.values?.includes(value) === false);
  if (removed.length > 0 && isProblem) report('problem-type-removed', `is no longer ${removed.join(', ')}`);
};

/** Compares two schemas and those of their fields. */
export const compareSchemas = (
  comparison: Comparison,
  direction: Direction,
  where: string,
  [old, now]: readonly [Part, Part],
  path: readonly string[] = [],
): void => {
  const before = normal(comparison.base, old);
  const after = normal(comparison.revision, now);
  const report = (rule: Rule, what: string, field = ''): void =>
    comparison.report({ rule, where: `${where}${field}`, what });
  (direction === 'request' ? compareRequest : compareResponse)(before, after, report);
  // A schema that contains itself is compared once.
  if (typeof old?.$ref === 'string' && path.includes(old.$ref)) return;
  const below = [...path, ...(typeof old?.$ref === 'string' ? [old.$ref] : [])];
  const compare = (pair: readonly [Part, Part], suffix: string): void =>
    compareSchemas(comparison, direction, `${where}${suffix}`, pair, below);
  const fields: Part = after.schema.properties ?? {};
  const wasRequired: readonly string[] = before.schema.required ?? [];
  const isRequired: readonly string[] = after.schema.required ?? [];
  for (const [name, field] of Object.entries(before.schema.properties ?? {})) {
    if (!(name in fields)) report('field-removed', 'is removed', `.${name}`);
    else compare([field, fields[name]], `.${name}`);
    if (
      direction === 'response' &&
      name in fields &&
      wasRequired.includes(name) &&
      !isRequired.includes(name)
    ) {
      report('field-optional', 'can be absent', `.${name}`);
    }
  }
  if (direction === 'request') {
    for (const name of isRequired.filter((each) => !wasRequired.includes(each))) {
      report('parameter-required', 'is required', `.${name}`);
    }
  }
  if (before.schema.items !== undefined) compare([before.schema.items, after.schema.items], '[]');
  const { additionalProperties: others } = before.schema;
  if (typeof others === 'object' && typeof after.schema.additionalProperties === 'object') {
    compare([others, after.schema.additionalProperties], '.*');
  }
};
