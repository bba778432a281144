import { readFitting } from '../bounds.ts';
import type { Found, FoundKind } from '../data-api.ts';
import type { InputSchemas } from '../inputs.ts';
import { FOUND, KINDS } from '../kinds.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { browsingSort, changedSince, cursor, foundPageOf, given, limitOf } from './inputs.ts';

/** What a tool can add to the records of a kind, on request. */
export interface Inclusion {
  readonly name: string;
  readonly description: string;
  /** The most records of an answer with it. */
  readonly maximum: number;
  readonly add: (records: readonly Found[], tool: ToolCall) => Promise<readonly Found[]>;
}

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
export const findRecords = (kind: FoundKind, inclusion?: Inclusion): Tool => {
  const { description, inputs, hasCustomFields } = FOUND[kind];
  const { plural, permission } = KINDS[kind];
  const include = inclusion && {
    type: 'array' as const,
    items: { type: 'string' as const, enum: [inclusion.name] },
    maxItems: 1,
    description: inclusion.description,
  };
  const schemas: InputSchemas = { ...inputs, changedSince, ...(include && { include }) };
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
      const { limit, cursor, changedSince, include, ...values }: Values = all;
      const added = include === undefined || Object(include).length === 0 ? undefined : inclusion;
      const query = given({
        ...lookupsOf(kind, values),
        changedSince,
        cursor,
        sort: browsingSort(values),
      });
      return readFitting(
        Math.min(Number(limit), added?.maximum ?? Number.POSITIVE_INFINITY),
        async (limit) => {
          const page = await tool.api.find(kind, { ...query, limit }, tool.call);
          return added === undefined ? page : { ...page, items: await added.add(page.items, tool) };
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
