import { ROUTES, type Route, type RouteName } from '../../../shared/contract/routes.ts';
import type { TriedRequest } from '../../api/types.ts';

/** The input without the key. */
export interface TriedValues {
  readonly operation: RouteName;
  readonly id: string;
  /** The parameters of all operations, by name. */
  readonly query: Readonly<Record<string, string>>;
}

export const isOperation = (text: string): text is RouteName => Object.hasOwn(ROUTES, text);

/** Method and path of each operation. */
export const OPERATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ROUTES).map(([name, { path }]) => [name, `GET ${path}`]),
);

export const routeOf = (operation: RouteName): Route => ROUTES[operation];

export const takesId = (operation: RouteName): boolean => routeOf(operation).path.includes('{id}');

/** The filled-in query parameters of the operation. */
const queryOf = ({ operation, query }: TriedValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(routeOf(operation).query).flatMap((name) => {
      const value = query[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );

export const requestOf = (values: TriedValues, apiKey: string): TriedRequest => ({
  operation: values.operation,
  ...(takesId(values.operation) ? { id: values.id.trim() } : {}),
  query: queryOf(values),
  apiKey: apiKey.trim(),
});

/** The requested URL, with `{id}` while the id is empty. */
export const addressOf = (dataApiUrl: string, values: TriedValues): string => {
  const search = new URLSearchParams(queryOf(values)).toString();
  const path = routeOf(values.operation).path.replace('{id}', encodeURIComponent(values.id.trim()) || '{id}');
  return `${dataApiUrl}${path}${search === '' ? '' : `?${search}`}`;
};
