import { problemSchema } from '../../contract/problem-schemas.ts';
import {
  INTERNAL_ERROR_DETAIL,
  PROBLEM_CONTENT_TYPE,
  PROBLEMS,
  type ProblemExtensions,
  type ProblemName,
  problemDocument,
} from '../../contract/problems.ts';
import { type HeaderName, headers, REQUEST_ID } from './headers.ts';
import { type JsonObject, pascalCase, reference } from './json-object.ts';

/** An error response of an API. */
export interface ProblemResponse {
  /** When it is returned, and what to do about it. */
  readonly description: string;
  /** In addition to `X-Request-Id` and `Cache-Control`. */
  readonly headers?: readonly HeaderName[];
  /** The possible problems, all with the same status, and details as examples. */
  readonly problems: { readonly [N in ProblemName]?: string | readonly string[] };
  /** The further members of the examples. */
  readonly extensions?: { readonly [N in ProblemName]?: ProblemExtensions };
}

export type ProblemResponses = Readonly<Record<string, ProblemResponse>>;

/** The error responses that both APIs return, by component name. */
export const COMMON_PROBLEM_RESPONSES = {
  MethodNotAllowed: {
    description: 'The path does not support this method; `Allow` lists the supported methods.',
    headers: ['Allow'],
    problems: {
      'method-not-allowed':
        'This path does not support this method. The `Allow` header lists the methods it supports.',
    },
  },
  ContentTooLarge: {
    description:
      'The JSON of the request exceeds 100,000 characters. Beyond 10 MB, the response is plain text.',
    problems: { 'content-too-large': 'The request body exceeds the maximum of 100000 characters.' },
  },
  InternalServerError: {
    description:
      'An error on our side. Retry after `Retry-After` seconds; if it persists, report the `requestId`.',
    headers: ['RetryAfter'],
    problems: { 'internal-error': INTERNAL_ERROR_DETAIL },
  },
  GatewayTimeout: {
    description: 'The service did not respond in time. Retry the request.',
    headers: ['RetryAfter'],
    problems: { timeout: 'The service did not respond in time. Retry the request.' },
  },
} as const satisfies ProblemResponses;

/** The error responses of every operation, by component name. */
export const UNCONDITIONAL_PROBLEMS = [
  'BadRequest',
  'ContentTooLarge',
  'TooManyRequests',
  'InternalServerError',
  'ServiceUnavailable',
  'GatewayTimeout',
] as const;

const problemNames = ({ problems }: ProblemResponse) => Object.keys(problems) as ProblemName[];

/** `InternalErrorProblem` for `internal-error`. */
const schemaName = (problem: ProblemName): string => `${pascalCase(problem)}Problem`;

/** `TooManyRequestsProblem` for a response with several problems. */
const problemSchemaName = (responseName: string, response: ProblemResponse): string => {
  const [only, ...others] = problemNames(response);
  return only !== undefined && others.length === 0 ? schemaName(only) : `${responseName}Problem`;
};

const responseObject = (responseName: string, response: ProblemResponse): JsonObject => {
  const examples = problemNames(response).flatMap((problem) =>
    [response.problems[problem] ?? []].flat().map((detail) => ({ problem, detail })),
  );
  return {
    description: response.description,
    headers: headers('RequestId', 'NoStore', ...(response.headers ?? [])),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: reference('schemas', problemSchemaName(responseName, response)),
        examples: Object.fromEntries(
          examples.map(({ problem, detail }, index) => [
            index === 0 ? problem : `${problem}-${index + 1}`,
            {
              summary: PROBLEMS[problem].title,
              value: problemDocument(problem, detail, REQUEST_ID, response.extensions?.[problem]),
            },
          ]),
        ),
      },
    },
  };
};

const statusOf = (response: ProblemResponse): number =>
  Math.max(...problemNames(response).map((name) => PROBLEMS[name].status));

/** The error responses of an API by status, for `components.responses`. */
export const responseComponents = (responses: ProblemResponses): JsonObject =>
  Object.fromEntries(
    Object.entries(responses)
      .toSorted(([, one], [, other]) => statusOf(one) - statusOf(other))
      .map(([name, response]) => [name, responseObject(name, response)]),
  );

/** The schemas of all problems of an API, by component name. */
export const problemSchemas = (responses: ProblemResponses) =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([name, response]) => {
      const [first, ...others] = problemNames(response);
      return first === undefined
        ? []
        : [[problemSchemaName(name, response), problemSchema(first, ...others)] as const];
    }),
  );

/** References to the named error responses, by status. */
export const problemReferences = <N extends string>(
  responses: Readonly<Record<N, ProblemResponse>>,
  names: readonly NoInfer<N>[],
): JsonObject =>
  Object.fromEntries(names.map((name) => [statusOf(responses[name]), reference('responses', name)]));
