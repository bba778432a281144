import { z } from 'zod';
import { StartError } from '../process/start-error.ts';

const pairSchema = z.tuple([z.string(), z.string()]);
const joinSchema = z.tuple([z.string(), z.array(z.union([z.string(), z.number()]))]);
const selectSchema = z.tuple([z.coerce.number(), z.array(z.unknown())]);

/** Resolves the references of a template. */
export interface References {
  /** `Ref` of a resource or a pseudo parameter; `undefined` if it does not exist. */
  ref(name: string): string | undefined;
  /** `Fn::GetAtt`; `undefined` if the runner does not support the attribute. */
  attribute(logicalId: string, name: string): string | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Resolves the intrinsic functions that CDK writes: `Ref`, `Fn::GetAtt`, `Fn::Join`, `Fn::Sub`, `Fn::Select`
 * and `Fn::Split`.
 *
 * @param place of the value, for error messages
 * @throws StartError for other functions and for unknown references
 */
export const resolveIntrinsics = (value: unknown, references: References, place: string): unknown => {
  const fail = (what: string): never => {
    throw new StartError(`${place} uses ${what}, which the local runner does not support.`);
  };
  const resolve = (inner: unknown): unknown => resolveIntrinsics(inner, references, place);
  const reference = (name: string): string => references.ref(name) ?? fail(`a reference to ${name}`);
  const attribute = (id: string, name: string): string =>
    references.attribute(id, name) ?? fail(`the attribute ${name} of ${id}`);
  /** The resolved arguments of a function. */
  const argumentsOf = <T>(name: string, schema: z.ZodType<T>, argument: unknown): T => {
    const result = schema.safeParse(resolve(argument));
    return result.success ? result.data : fail(`${name} of ${JSON.stringify(argument)}`);
  };

  const functions: Readonly<Record<string, (argument: unknown) => unknown>> = {
    Ref: (name) => reference(String(name)),
    'Fn::GetAtt': (path) => {
      const [id, name] = argumentsOf('Fn::GetAtt', pairSchema, path);
      return attribute(id, name);
    },
    'Fn::Join': (argument) => {
      const [separator, parts] = argumentsOf('Fn::Join', joinSchema, argument);
      return parts.join(separator);
    },
    'Fn::Select': (argument) => {
      const [index, options] = argumentsOf('Fn::Select', selectSchema, argument);
      return options[index] ?? fail(`element ${index} of a shorter list`);
    },
    'Fn::Split': (argument) => {
      const [separator, text] = argumentsOf('Fn::Split', pairSchema, argument);
      return text.split(separator);
    },
    'Fn::Sub': (argument) =>
      argumentsOf('Fn::Sub', z.string(), argument).replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
        const [id = '', ...rest] = name.split('.');
        return rest.length > 0 ? attribute(id, rest.join('.')) : reference(name);
      }),
  };

  if (Array.isArray(value)) return value.map(resolve);
  if (!isObject(value)) return value;
  const [key, ...others] = Object.keys(value);
  if (key !== undefined && others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
    const apply = Object.hasOwn(functions, key) ? functions[key] : undefined;
    return apply === undefined ? fail(key) : apply(value[key]);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
};
