import { StartError } from '../process/start-error.ts';

/** What the intrinsic functions of a template refer to. */
export interface References {
  /** `Ref` of a resource, a parameter or a pseudo parameter; `undefined` if there is none of that name. */
  ref(name: string): string | undefined;
  /** `Fn::GetAtt`; `undefined` if the runner does not know the attribute. */
  attribute(logicalId: string, name: string): string | undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Resolves CloudFormation's intrinsic functions in a value: `Ref`, `Fn::GetAtt`, `Fn::Join`, `Fn::Sub`,
 * `Fn::Select` and `Fn::Split`.
 *
 * @param place what the value belongs to, for error messages
 * @throws StartError for any other function and for references to what is not there
 */
export const resolveIntrinsics = (value: unknown, references: References, place: string): unknown => {
  const fail = (what: string): never => {
    throw new StartError(`${place} uses ${what}, which the local runner does not know.`);
  };
  const resolve = (inner: unknown): unknown => resolveIntrinsics(inner, references, place);
  const text = (inner: unknown, what: string): string => {
    const resolved = resolve(inner);
    return typeof resolved === 'string' || typeof resolved === 'number' ? String(resolved) : fail(what);
  };
  const list = (inner: unknown, what: string): readonly unknown[] => {
    const resolved = resolve(inner);
    return Array.isArray(resolved) ? resolved : fail(what);
  };
  const reference = (name: string): string => references.ref(name) ?? fail(`a reference to ${name}`);
  const attribute = (id: string, name: string): string =>
    references.attribute(id, name) ?? fail(`the attribute ${name} of ${id}`);

  const functions: Readonly<Record<string, (argument: unknown) => unknown>> = {
    Ref: (name) => reference(String(name)),
    'Fn::GetAtt': (path) => {
      const [id = '', ...rest] = Array.isArray(path) ? path.map(String) : String(path).split('.');
      return attribute(id, rest.join('.'));
    },
    'Fn::Join': (argument) => {
      const [separator, parts] = Array.isArray(argument) ? argument : [];
      return list(parts, 'a malformed Fn::Join')
        .map((part) => text(part, 'a malformed Fn::Join'))
        .join(text(separator, 'a malformed Fn::Join'));
    },
    'Fn::Select': (argument) => {
      const [index, options] = Array.isArray(argument) ? argument : [];
      const chosen = list(options, 'a malformed Fn::Select')[Number(text(index, 'a malformed Fn::Select'))];
      return chosen ?? fail('Fn::Select of an element that is not there');
    },
    'Fn::Split': (argument) => {
      const [separator, source] = Array.isArray(argument) ? argument : [];
      return text(source, 'a malformed Fn::Split').split(text(separator, 'a malformed Fn::Split'));
    },
    'Fn::Sub': (argument) => {
      const [template, variables] = Array.isArray(argument) ? argument : [argument, {}];
      const given = isObject(variables) ? variables : {};
      return text(template, 'a malformed Fn::Sub').replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
        if (name.startsWith('!')) return `\${${name.slice(1)}}`;
        if (Object.hasOwn(given, name)) return text(given[name], 'a malformed Fn::Sub');
        const [id = '', ...rest] = name.split('.');
        return rest.length > 0 ? attribute(id, rest.join('.')) : reference(name);
      });
    },
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
