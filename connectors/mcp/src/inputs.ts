import type { Fields } from './json-rpc.ts';

/** JSON Schemas of inputs: those keywords that {@link readInputs} checks. */
interface TextSchema {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}

interface IntegerSchema {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
}

interface BooleanSchema {
  readonly type: 'boolean';
}

interface ListSchema {
  readonly type: 'array';
  readonly items: TextSchema;
  readonly minItems?: number;
  readonly maxItems: number;
}

type Schema = TextSchema | IntegerSchema | BooleanSchema | ListSchema;

export type InputSchemas = Readonly<Record<string, Schema & { readonly description: string }>>;

type ValueOf<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends TextSchema
    ? string
    : S extends IntegerSchema
      ? number
      : S extends BooleanSchema
        ? boolean
        : S extends { readonly items: infer I }
          ? ValueOf<I>[]
          : never;

/** The values of inputs. One with a default is always there. */
export type Inputs<S extends InputSchemas, R extends keyof S> = {
  readonly [N in keyof S]: S[N] extends IntegerSchema
    ? number
    : ValueOf<S[N]> | (N extends R ? never : undefined);
};

/** Inputs that n8n adds to each call. */
const ADDED_BY_N8N: ReadonlySet<string> = new Set(['toolCallId', 'sessionId', 'action', 'chatInput', 'tool']);

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Numbers and booleans as some models write them. */
const fromText = (value: unknown, { type }: Schema): unknown => {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^\d{1,9}$/.test(value)) return Number(value);
  return type === 'boolean' && /^(?:true|false)$/.test(value) ? value === 'true' : value;
};

/** What a value must be; completes "`input` must be …". */
const ruleOf = (schema: Schema): string => {
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'integer') return `an integer from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'array') {
    return `a list of ${schema.minItems ?? 0} to ${schema.maxItems}, each ${ruleOf(schema.items)}`;
  }
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  return `a text of ${schema.minLength ?? 0} to ${schema.maxLength} characters`;
};

const isWithin = (size: number, minimum = 0, maximum = Number.POSITIVE_INFINITY): boolean =>
  size >= minimum && size <= maximum;

const isValid = (value: unknown, schema: Schema): boolean => {
  if (schema.type === 'boolean') return typeof value === 'boolean';
  if (schema.type === 'integer') {
    return Number.isInteger(value) && isWithin(Number(value), schema.minimum, schema.maximum);
  }
  if (schema.type === 'array') {
    const isList = Array.isArray(value) && isWithin(value.length, schema.minItems, schema.maxItems);
    return isList && value.every((item) => isValid(item, schema.items));
  }
  if (typeof value !== 'string') return false;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  return isWithin(value.length, schema.minLength, schema.maxLength);
};

/**
 * Reads the inputs of a call. `null` counts as absent. Unknown ones are refused: without a filter that it
 * took for one, an agent would draw wrong conclusions.
 *
 * @returns the inputs, or what is wrong with them
 */
export const readInputs = <S extends InputSchemas, R extends keyof S>(
  schemas: S,
  required: readonly R[],
  given: Fields,
): Inputs<S, R> | string => {
  const names = Object.keys(schemas);
  const needed: readonly PropertyKey[] = required;
  const unknown = Object.keys(given).filter(
    (name) => given[name] !== null && !names.includes(name) && !ADDED_BY_N8N.has(name),
  );
  const problems: string[] = [];
  if (unknown.length > 0) {
    const allowed = names.length === 0 ? 'the tool has no inputs' : `allowed inputs: ${quoted(names)}`;
    problems.push(`${quoted(unknown)} ${unknown.length === 1 ? 'is' : 'are'} unknown; ${allowed}`);
  }
  const inputs: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const value = fromText(given[name] ?? ('default' in schema ? schema.default : undefined), schema);
    inputs[name] = value;
    if (value === undefined ? needed.includes(name) : !isValid(value, schema)) {
      problems.push(`\`${name}\` must be ${ruleOf(schema)}`);
    }
  }
  return problems.length === 0 ? (inputs as Inputs<S, R>) : problems.join('; ');
};

/** The JSON Schema of an object with these inputs. */
export const inputSchemaOf = (schemas: InputSchemas, required: readonly PropertyKey[]) => ({
  type: 'object' as const,
  properties: schemas,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
