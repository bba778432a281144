import type { QueryParameter } from '../../shared/contract/query-parameters.ts';
import { countedFields } from '../../shared/kinds/counts.ts';
import { DOCUMENTATION, KINDS, LOOKUPS } from '../../shared/kinds/kinds.ts';
import { COMMON_LOOKUPS, RECORD_LOOKUPS } from '../../shared/kinds/lookups.ts';
import {
  IDENTITIES,
  KIND_NAMES,
  type KindName,
  nounOf,
  PLAIN_KINDS,
  type PlainKind,
  pluralOf,
  snakeOf,
} from '../../shared/kinds/names.ts';
import { namesOf } from '../../shared/operations/data-api/records.ts';
import { listOf, lookupParameters } from '../../shared/operations/data-api/texts.ts';

/** The maximum length of a value by the kind of its parameter. */
const LENGTHS: Readonly<Record<string, number>> = {
  ids: 100,
  uuid: 100,
  timestamp: 100,
  'external-id': 1_100,
};

/** What an agent reads of a text: the API says the rest in its errors. */
const firstSentence = (text = ''): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

const isTime = ({ kind }: QueryParameter): boolean => kind === 'timestamp';
const isMany = (parameter: QueryParameter): boolean => 'maximum' in parameter && parameter.kind !== 'ids';

/** The lookups of a kind by the names of inputs, its own ones first. */
const lookupsOf = (kind: PlainKind): readonly (readonly [string, QueryParameter])[] => {
  const rank = (name: string): number => (name in COMMON_LOOKUPS ? 2 : name in RECORD_LOOKUPS ? 1 : 0);
  const { id, ...others } = LOOKUPS[kind];
  const sorted = Object.entries<QueryParameter>(others).toSorted(([a], [b]) => rank(a) - rank(b));
  return [...sorted, ['ids', id]];
};

/** The inputs that find records, as JSON Schemas by name. */
const inputsOf = (kind: PlainKind): Readonly<Record<string, object>> => {
  const texts: Readonly<Record<string, string>> = {
    ...lookupParameters(nounOf(pluralOf(kind))),
    ...DOCUMENTATION[kind]().parameters,
  };
  return Object.fromEntries(
    lookupsOf(kind).flatMap(([name, parameter]) => {
      const value = { type: 'string', minLength: 1, maxLength: LENGTHS[parameter.kind] ?? 500 };
      const list = { type: 'array', items: value, minItems: 1, maxItems: 100 };
      const many = { ...list, description: 'Up to 100, instead of one.' };
      if (parameter.kind === 'ids') return [[name, { ...list, description: 'Up to 100 ids.' }]];
      const one = [name, { ...value, description: firstSentence(texts[name]) }];
      return isMany(parameter) ? [one, [`${name}s`, many]] : [one];
    }),
  );
};

const names = (lookups: ReturnType<typeof lookupsOf>): readonly string[] => lookups.map(([name]) => name);

/** What a tool says about the records that it finds. */
const descriptionOf = (kind: PlainKind): string => {
  const plural = nounOf(pluralOf(kind));
  const lookups = lookupsOf(kind);
  const values = names(lookups.filter(([, parameter]) => !isTime(parameter)));
  const many = names(lookups.filter(([, parameter]) => isMany(parameter))).map((name) => `${name}s`);
  const times = lookups.filter(([, parameter]) => isTime(parameter));
  const combined = times.flatMap(([, parameter]) => ('onlyWith' in parameter && parameter.onlyWith) || []);
  return [
    `Finds ${plural} by at most one of ${listOf(values, 'or')}, or by many values at once with ` +
      `${listOf(many, 'or')}: \`notFound\` then has those that no ${nounOf(kind)} has.`,
    times.length === 0 ? [] : `${listOf(names(times), 'and')} find by time, alone or with one of`,
    times.length === 0
      ? []
      : `${listOf(
          values.filter((name) => combined.includes(name)),
          'or',
        )}.`,
    `Without any of them it browses all ${plural}, latest changed first, optionally only those with`,
    '`changedSince`.',
    DOCUMENTATION[kind]().agents ?? [],
  ]
    .flat()
    .join(' ');
};

const byKind = <K extends KindName>(kinds: readonly K[], entryOf: (kind: K) => object): string =>
  JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, entryOf(kind)])), null, 2);

/** What the MCP server knows about kinds of records, as a module of it. */
export const mcpKinds = (): string => `\
// Made by "npm run openapi": do not edit.
/** Every kind of record: in sentences, and as its event types begin. */
export const KINDS = ${byKind(KIND_NAMES, (kind) => ({
  plural: nounOf(pluralOf(kind)),
  prefix: snakeOf(kind),
  permission: IDENTITIES[kind].list,
}))} as const;

/** The fields by whose values records are counted. */
export const COUNTED = ${byKind(
  KIND_NAMES.filter((kind) => countedFields(kind).length > 0),
  countedFields,
)} as const;

/** The kinds whose records a tool finds and a resource shows, with the inputs that find them. */
export const FOUND = ${byKind(PLAIN_KINDS, (kind) => ({
  operations: namesOf(kind),
  get: IDENTITIES[kind].get,
  hasCustomFields: 'customFields' in KINDS[kind].fields,
  description: descriptionOf(kind),
  inputs: inputsOf(kind),
}))} as const;
`;
