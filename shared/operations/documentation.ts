import type { ResponseBody } from '../contract/response-bodies.ts';
import type { AdminRoutes, DataRoute, DataRoutes, Route } from './route.ts';

/** The names of the parameters in the path and the query of an operation. */
type ParameterName<R extends Route> =
  | Extract<keyof R['query'], string>
  | (R['path'] extends `${string}{${infer Name}}${string}` ? Name : never);

interface OperationTexts {
  readonly summary: string;
  readonly description: string;
  /** The status of a success. @default 200 */
  readonly status?: 201 | 202;
}

interface DataOperationTexts<R extends DataRoute> extends OperationTexts {
  readonly tag: string;
  /** Whether the function itself requires permissions, as the description says. @default false */
  readonly checksPermissions?: true;
  readonly parameters: Readonly<Record<ParameterName<R>, string>>;
  /** An error that most operations do not have. @default none */
  readonly problems?: readonly 'Gone'[];
  /** The schema name of the request body. @default none */
  readonly body?: 'CreateWebhookEndpointBody' | 'CreateExportBody' | 'CreateImportBody';
  /** Another status of a success, with the same body. @default none */
  readonly otherStatus?: { readonly 200: string };
  readonly bodyExample?: object;
  /** Examples of the success response. */
  readonly examples: Readonly<
    Record<string, { readonly summary: string; readonly value: ResponseBody<R['response']> }>
  >;
}

/**
 * The documentation of operations of the data API. It is returned by functions, which only the generator of
 * the OpenAPI document calls, so that esbuild drops it from every bundle.
 */
export type DataDocumentation<R extends DataRoutes> = {
  readonly [N in keyof R]: DataOperationTexts<R[N]>;
};

/** The documentation of any operation of the data API. */
export type AnyDataDocumentation = Omit<DataOperationTexts<DataRoute>, 'examples'> & {
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
};

/**
 * Texts of parameters that mean the same in all operations of the admin API. Operations may have their own.
 */
export const COMMON_PARAMETERS = {
  id: 'The id of the key, endpoint, delivery, record, import or user.',
  limit: 'The maximum number of items per page.',
  cursor: 'The `nextCursor` of the previous page.',
  after: 'Only items after this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated.',
  before: 'Only items before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated.',
  sort: 'The order, in which a minus sign means descending.',
  include: 'What to add, comma-separated.',
};

type Common = keyof typeof COMMON_PARAMETERS;

type OwnParameters<Name extends string> = [Exclude<Name, Common>] extends [never]
  ? { readonly parameters?: { readonly [P in Name]?: string } }
  : {
      readonly parameters: { readonly [P in Exclude<Name, Common>]: string } & {
        readonly [P in Extract<Name, Common>]?: string;
      };
    };

interface AdminOperationTexts extends OperationTexts {
  /** Whether it looks for something. @default whether its path has a parameter */
  readonly mayBeMissing?: true;
  /** Whether the state of the resource may forbid it. @default whether it changes something */
  readonly mayConflict?: boolean;
}

/** The documentation of operations of the admin API, without texts of {@link COMMON_PARAMETERS}. */
export type AdminDocumentation<R extends AdminRoutes> = {
  readonly [N in keyof R]: AdminOperationTexts & OwnParameters<ParameterName<R[N]>>;
};

/** The documentation of any operation of the admin API. */
export type AnyAdminDocumentation = AdminOperationTexts & {
  readonly parameters?: Readonly<Record<string, string>>;
};
