import type { BreakingChange, Rule } from './rules.ts';
import { type Comparison, compareSchemas, type Direction, type Part, resolvePart } from './schema-changes.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

const headerNames = (headers: Part): ReadonlyMap<string, Part> =>
  new Map(Object.entries(headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]));

const compareContent = (
  comparison: Comparison,
  direction: Direction,
  where: string,
  [old, now]: readonly [Part, Part],
): void => {
  for (const [type, media] of Object.entries<Part>(old ?? {})) {
    const other = now?.[type];
    if (other !== undefined) compareSchemas(comparison, direction, where, [media.schema, other.schema]);
    else if (direction === 'request') {
      comparison.report({ rule: 'request-narrowed', where, what: `no longer takes ${type}` });
    } else comparison.report({ rule: 'field-retyped', where, what: `is no longer ${type}` });
  }
};

const parametersOf = (document: Part, item: Part, operation: Part): ReadonlyMap<string, Part> =>
  new Map(
    [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) => {
      const parameter = resolvePart(document, each);
      // Clients fill in parameters of the path by their place.
      return [`${parameter.in} parameter ${parameter.name}`, parameter];
    }),
  );

const compareParameters = (
  comparison: Comparison,
  where: string,
  old: ReadonlyMap<string, Part>,
  now: ReadonlyMap<string, Part>,
): void => {
  const report = (rule: Rule, name: string, what: string): void =>
    comparison.report({ rule, where: `${where} › ${name}`, what });
  for (const [name, parameter] of old) {
    const other = now.get(name);
    if (other === undefined) report('parameter-removed', name, 'is removed');
    else {
      const form = ({ style = 'form', explode = style === 'form' }: Part): string => `${style} ${explode}`;
      // One value of a list is written like a single one.
      const isRepeatable = other.schema.type === 'array' && parameter.schema.type === 'string';
      const schema = isRepeatable && form(other) === 'form true' ? other.schema.items : other.schema;
      compareSchemas(comparison, 'request', `${where} › ${name}`, [parameter.schema, schema]);
      if (form(parameter) !== form(other)) report('request-narrowed', name, 'is written in another way');
    }
  }
  for (const [name, parameter] of now) {
    if (parameter.required === true && old.get(name)?.required !== true) {
      report('parameter-required', name, 'is required');
    }
  }
};

const compareResponses = (comparison: Comparison, where: string, [old, now]: readonly [Part, Part]): void => {
  for (const [status, part] of Object.entries(old.responses ?? {})) {
    const place = `${where} › ${status}`;
    if (now.responses?.[status] === undefined) {
      comparison.report({ rule: 'status-removed', where: place, what: 'is removed' });
      continue;
    }
    const before = resolvePart(comparison.base, part);
    const after = resolvePart(comparison.revision, now.responses[status]);
    compareContent(comparison, 'response', place, [before.content, after.content]);
    const headers = headerNames(after.headers);
    for (const name of headerNames(before.headers).keys()) {
      if (headers.has(name)) continue;
      comparison.report({ rule: 'header-removed', where: `${place} › header ${name}`, what: 'is removed' });
    }
  }
};

/** The permissions that an operation requires; `a valid key` stands for any. */
const permissionsOf = (document: Part, operation: Part): readonly string[] => {
  const [scheme] = operation.security ?? document.security ?? [];
  const scopes = Object.values(scheme ?? {}) as string[][];
  return scopes.length === 0 ? [] : ['a valid key', ...scopes.flat()];
};

const compareOperations = (
  comparison: Comparison,
  where: string,
  [old, now]: readonly [Part, Part],
): void => {
  const body = resolvePart(comparison.base, old.requestBody);
  const newBody = resolvePart(comparison.revision, now.requestBody);
  compareContent(comparison, 'request', `${where} › body`, [body?.content, newBody?.content]);
  if (newBody?.required === true && body?.required !== true) {
    comparison.report({ rule: 'parameter-required', where: `${where} › body`, what: 'is required' });
  }
  compareResponses(comparison, where, [old, now]);
  const held = permissionsOf(comparison.base, old);
  for (const permission of permissionsOf(comparison.revision, now).filter((each) => !held.includes(each))) {
    comparison.report({ rule: 'permission-added', where, what: `requires ${permission}` });
  }
};

const compareItems = (
  comparison: Comparison,
  section: 'paths' | 'webhooks',
  compare: (
    where: string,
    pairs: { items: readonly [Part, Part]; operations: readonly [Part, Part] },
  ) => void,
): void => {
  for (const [path, item] of Object.entries<Part>(comparison.base[section] ?? {})) {
    const other = comparison.revision[section]?.[path] ?? {};
    for (const method of METHODS.filter((each) => each in item)) {
      const where = section === 'paths' ? `${method.toUpperCase()} ${path}` : `event ${path}`;
      if (method in other)
        compare(where, { items: [item, other], operations: [item[method], other[method]] });
      else comparison.report({ rule: 'operation-removed', where, what: 'is removed' });
    }
  }
};

/**
 * The changes between two OpenAPI documents that can break a client of the first: those that the versioning
 * guide rules out within v1. Webhook events are values that the service sends, like responses.
 */
export const breakingChanges = (base: object, revision: object): readonly BreakingChange[] => {
  const changes: BreakingChange[] = [];
  const comparison: Comparison = { base, revision, report: (change) => changes.push(change) };
  compareItems(comparison, 'paths', (where, { items, operations }) => {
    const [old, now] = operations;
    const before = parametersOf(base, items[0], old);
    compareParameters(comparison, where, before, parametersOf(revision, items[1], now));
    compareOperations(comparison, where, operations);
  });
  compareItems(comparison, 'webhooks', (where, { operations: [old, now] }) =>
    compareContent(comparison, 'response', where, [
      resolvePart(base, old.requestBody)?.content,
      resolvePart(revision, now.requestBody)?.content,
    ]),
  );
  return changes;
};
