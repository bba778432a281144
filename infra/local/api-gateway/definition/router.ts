/** A method of a resource such as `/v1/person/{id}`. */
interface Route {
  /** `GET`, or `ANY`. */
  readonly httpMethod: string;
  readonly resourcePath: string;
}

/**
 * Finds the method for a request, with the values of the path's placeholders.
 *
 * @param segments of the request's path, decoded
 */
export type Router<T extends Route> = (
  httpMethod: string,
  segments: readonly string[],
) => { readonly method: T; readonly pathParameters: Readonly<Record<string, string>> } | undefined;

const matchPath = (
  parts: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined => {
  const isGreedy = parts.at(-1)?.endsWith('+}') === true;
  if (isGreedy ? segments.length < parts.length : segments.length !== parts.length) return undefined;
  const parameters: Record<string, string> = {};
  // A placeholder such as `{document+}` takes the rest of the path.
  const rest = isGreedy ? [segments.slice(parts.length - 1).join('/')] : [];
  const compared = isGreedy ? [...segments.slice(0, parts.length - 1), ...rest] : segments;
  for (const [index, segment] of compared.entries()) {
    const part = parts[index]?.replace('+}', '}') ?? '';
    if (part.startsWith('{') && segment !== '') parameters[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
};

/** A literal segment wins over a placeholder, a named method over `ANY`. */
export const createRouter = <T extends Route>(methods: readonly T[]): Router<T> => {
  const rank = ({ resourcePath, httpMethod }: T): string =>
    // `{` sorts after every character of a literal.
    `${resourcePath} ${httpMethod === 'ANY' ? 2 : 1}`;
  const routes = methods
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .map((method) => ({ method, parts: method.resourcePath.slice(1).split('/') }));
  return (httpMethod, segments) => {
    for (const { method, parts } of routes) {
      if (method.httpMethod !== httpMethod && method.httpMethod !== 'ANY') continue;
      const pathParameters = matchPath(parts, segments);
      if (pathParameters !== undefined) return { method, pathParameters };
    }
    return undefined;
  };
};
