import type { QueryParameter } from '../../shared/contract/query-parameters.ts';
import { CALL_LIST_ENTRY_STATUSES } from '../../shared/kinds/call-list-entry-status.ts';
import { countedFields } from '../../shared/kinds/counts.ts';
import { FILTERS, type Filter } from '../../shared/kinds/filters.ts';
import { DOCUMENTATION, KINDS, LOOKUPS, lookedUpReferences } from '../../shared/kinds/kinds.ts';
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

/** What an agent reads of a text: the API says the rest in its errors. */
const firstSentence = (text = ''): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

const isMany = (parameter: QueryParameter): boolean => 'maximum' in parameter && parameter.kind !== 'ids';

/** The lookups of a kind by the names of inputs, its own ones first. */
const lookupsOf = (kind: PlainKind): readonly (readonly [string, QueryParameter])[] => {
  const { id, ...others } = LOOKUPS[kind];
  return [...Object.entries<QueryParameter>(others).toReversed(), ['ids', id]];
};

/** As long as an external id: the API says what is too long for others. */
const VALUE = { type: 'string', minLength: 1, maxLength: 1_100 };
const VALUES = { type: 'array', items: VALUE, minItems: 1, maxItems: 100 };

/** The inputs that find records, as JSON Schemas by name. */
const inputsOf = (kind: PlainKind): Readonly<Record<string, object>> => {
  const texts: Readonly<Record<string, string>> = {
    ...lookupParameters(nounOf(pluralOf(kind))),
    ...DOCUMENTATION[kind]().parameters,
  };
  return Object.fromEntries(
    lookupsOf(kind).flatMap(([name, parameter]) => {
      if (parameter.kind === 'ids') return [[name, { ...VALUES, description: 'Up to 100 ids.' }]];
      const one = [name, { ...VALUE, description: firstSentence(texts[name]) }];
      const many = [`${name}s`, { ...VALUES, description: 'Up to 100, instead of one.' }];
      return isMany(parameter) ? [one, many] : [one];
    }),
  );
};

/** What a tool says about the records that it finds. */
const descriptionOf = (kind: PlainKind): string => {
  const plural = nounOf(pluralOf(kind));
  const namesOfThose = (matches: (parameter: QueryParameter) => boolean) =>
    lookupsOf(kind).flatMap(([name, parameter]) => (matches(parameter) ? name : []));
  const times = namesOfThose((parameter) => parameter.kind === 'timestamp');
  const values = namesOfThose((parameter) => parameter.kind !== 'timestamp');
  const many = namesOfThose(isMany).map((name) => `${name}s`);
  return [
    `Finds ${plural} by at most one of ${listOf(values, 'or')}, or by many values at once with`,
    `${listOf(many, 'or')}: \`notFound\` then has those that no ${nounOf(kind)} has.`,
    ...(times.length === 0 ? [] : [`${listOf(times, 'and')} find by time, alone or with another input.`]),
    `Without any of them it browses all ${plural}, latest changed first, optionally only those with`,
    `\`changedSince\`. ${DOCUMENTATION[kind]().agents ?? ''}`,
  ]
    .join(' ')
    .trim();
};

/** The kinds that are looked up by one of this kind in the order of a time of their own, with its field. */
const referringTo = (found: PlainKind): readonly object[] =>
  PLAIN_KINDS.flatMap((kind) => {
    const timed = Object.values<Filter>(FILTERS[kind]).flatMap((each) => ('at' in each ? each.by : []));
    return lookedUpReferences(kind).flatMap(([by, to]) =>
      to === found && timed.includes(by) ? { kind, by } : [],
    );
  });

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

/** The statuses of call list entries. */
export const STATUSES = ${JSON.stringify(CALL_LIST_ENTRY_STATUSES)} as const;

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
  referring: referringTo(kind),
  inputs: inputsOf(kind),
}))} as const;
`;
