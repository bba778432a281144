import {
  isReadRoute,
  READ_ROUTE_NAMES,
  type ReadRouteName,
  ROUTES,
} from '../../../../shared/operations/data-api/routes.ts';
import type { DataRoute } from '../../../../shared/operations/route.ts';
import type { TriedRequest } from '../../../api/types.ts';

/** The input without the key. */
export interface TriedValues {
  readonly operation: ReadRouteName;
  readonly id: string;
  /** The parameters of all operations, by name. */
  readonly query: Readonly<Record<string, string>>;
}

export const isOperation = isReadRoute;

/** Method and path of each operation that reads. */
export const OPERATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  READ_ROUTE_NAMES.map((name) => [name, `GET ${ROUTES[name].path}`]),
);

export const routeOf = (operation: ReadRouteName): DataRoute => ROUTES[operation];

export const takesId = (operation: ReadRouteName): boolean => routeOf(operation).path.includes('{id}');

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
