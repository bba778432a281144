export interface RouteMatch<T> {
  readonly value: T;
  /** Decoded values by placeholder. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  variable: { readonly name: string; readonly node: Node<T> } | undefined;
  readonly methods: Map<string, T>;
}

const createNode = <T>(): Node<T> => ({ literals: new Map(), variable: undefined, methods: new Map() });

const ANY = 'ANY';

/** Routes requests to methods of resources such as `/v1/person/{id}`. */
export interface Router<T> {
  add(method: string, path: string, value: T): void;
  /**
   * A literal segment wins over a variable, a named method over `ANY`.
   *
   * @param segments decoded
   */
  match(method: string, segments: readonly string[]): RouteMatch<T> | undefined;
}

export const createRouter = <T>(): Router<T> => {
  const root = createNode<T>();

  const find = (
    node: Node<T>,
    method: string,
    segments: readonly string[],
    parameters: Readonly<Record<string, string>>,
  ): RouteMatch<T> | undefined => {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      const value = node.methods.get(method) ?? node.methods.get(ANY);
      return value === undefined ? undefined : { value, pathParameters: parameters };
    }
    const literal = node.literals.get(segment);
    const found = literal === undefined ? undefined : find(literal, method, rest, parameters);
    if (found !== undefined || node.variable === undefined || segment === '') return found;
    return find(node.variable.node, method, rest, { ...parameters, [node.variable.name]: segment });
  };

  return {
    add(method, path, value) {
      let node = root;
      for (const segment of path.split('/').filter((part) => part !== '')) {
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name === undefined) {
          const next = node.literals.get(segment) ?? createNode<T>();
          node.literals.set(segment, next);
          node = next;
        } else {
          node.variable ??= { name, node: createNode<T>() };
          node = node.variable.node;
        }
      }
      node.methods.set(method, value);
    },
    match: (method, segments) =>
      find(root, method, segments.length === 1 && segments[0] === '' ? [] : segments, {}),
  };
};
