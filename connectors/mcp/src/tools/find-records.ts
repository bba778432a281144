import { readFitting } from '../bounds.ts';
import type { Found, FoundKind } from '../data-api.ts';
import type { InputSchemas } from '../inputs.ts';
import { FOUND, KINDS } from '../kinds.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { browsingSort, changedSince, cursor, foundPageOf, given, limitOf } from './inputs.ts';

/** Records that are added to each, and records of an answer with them: each takes a request more. */
const LATEST = 3;
const MAX_WITH_LATEST = 10;

interface Referring {
  readonly kind: FoundKind;
  /** The field with the id of the record to which they refer. */
  readonly by: string;
}

/** Adds the latest records of some kinds that refer to one. */
const withLatest = async (record: Found, added: readonly Referring[], { api, call }: ToolCall) => {
  const pages = added.map(async ({ kind, by }) => {
    const { items } = await api.find(kind, { [by]: record.id, limit: LATEST, count: 'none' }, call);
    return [KINDS[kind].plural, items.map(({ [by]: _, ...each }: Record<string, unknown>) => each)];
  });
  return { ...record, ...Object.fromEntries(await Promise.all(pages)) };
};

type Values = Readonly<Record<string, unknown>>;

/** The values of each parameter of the API: inputs of many values are named after those of one. */
const lookupsOf = (kind: FoundKind, inputs: Values): object => {
  const schemas: InputSchemas = FOUND[kind].inputs;
  const lookups: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(inputs)) {
    const parameter = schemas[name]?.type === 'array' ? name.slice(0, -1) : name;
    if (value !== undefined)
      lookups[parameter] = parameter in lookups ? [lookups[parameter], value].flat() : value;
  }
  return lookups;
};

/** The tool that finds the records of a kind by their declared lookups, or browses them. */
export const findRecords = (kind: FoundKind): Tool => {
  const { description, inputs, hasCustomFields } = FOUND[kind];
  const referring: readonly Referring[] = FOUND[kind].referring;
  const { plural, permission } = KINDS[kind];
  const latest = referring.map((each) => KINDS[each.kind]);
  const texts = latest.map((each) => {
    const added = `\`${each.plural}\` adds the latest ${LATEST} ${each.plural} with each ${kind}`;
    return `${added}, which find_${each.plural} continues. Needs ${each.permission} too.`;
  });
  const include = {
    type: 'array' as const,
    items: { type: 'string' as const, enum: latest.map((each) => each.plural) },
    maxItems: latest.length,
    description: [...texts, `An answer then has at most ${MAX_WITH_LATEST} ${plural}.`].join(' '),
  };
  const schemas: InputSchemas = { ...inputs, changedSince, ...(referring.length > 0 && { include }) };
  return defineTool({
    name: `find_${plural.replaceAll(' ', '_')}`,
    title: `Find ${plural}`,
    description,
    ...(hasCustomFields && { customFieldsOf: kind }),
    permission,
    inputs: { ...schemas, limit: limitOf(20), cursor },
    ...foundPageOf(plural),
    inputNames: { id: 'ids' },
    run: (all, tool) => {
      const { limit, cursor, changedSince, include = [], ...values }: Values = all;
      const added = referring.filter((each) => Object(include).includes(KINDS[each.kind].plural));
      const query = given({
        ...lookupsOf(kind, values),
        changedSince,
        cursor,
        sort: browsingSort(values),
      });
      return readFitting(
        added.length === 0 ? Number(limit) : Math.min(Number(limit), MAX_WITH_LATEST),
        async (limit) => {
          const page = await tool.api.find(kind, { ...query, limit }, tool.call);
          const items = page.items.map((record) => withLatest(record, added, tool));
          return { ...page, items: await Promise.all(items) };
        },
        ({ totalCount, notFound, nextCursor }, items) => ({
          totalCount,
          items,
          ...given({ notFound: notFound?.length ? notFound : undefined, nextCursor }),
        }),
      );
    },
  });
};
