import {
  type ParameterError,
  PROBLEM_CONTENT_TYPE,
  PROBLEMS,
  type ProblemName,
  problemDocument,
} from '../problems.ts';
import { type HeaderName, headers } from './headers.ts';
import { type JsonObject, reference } from './json-object.ts';

/** An error response and its possible problems, each with an example. */
export interface ProblemResponse {
  /** When it is returned, and what to do about it. */
  readonly description: string;
  /** In addition to `X-Request-Id` and `Cache-Control`. */
  readonly headers?: readonly HeaderName[];
  readonly examples: readonly {
    readonly problem: ProblemName;
    readonly detail: string;
    readonly errors?: readonly ParameterError[];
  }[];
}

const EXAMPLE_REQUEST_ID = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';

/** The schema name of a problem: `RateLimitExceededProblem` for `rate-limit-exceeded`. */
export const problemSchemaName = (problem: ProblemName): string =>
  `${problem.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Problem`;

const schemaOf = (problems: readonly ProblemName[]): JsonObject => {
  const references = problems.map((problem) => reference('schemas', problemSchemaName(problem)));
  const [only] = references;
  return only !== undefined && references.length === 1 ? only : { oneOf: references };
};

/** The OpenAPI object of a problem response. */
export const problemResponse = (response: ProblemResponse): JsonObject => {
  const problems = [...new Set(response.examples.map(({ problem }) => problem))];
  return {
    description: response.description,
    headers: headers('RequestId', 'NoStore', ...(response.headers ?? [])),
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: schemaOf(problems),
        examples: Object.fromEntries(
          response.examples.map(({ problem, detail, errors }, index) => [
            index === 0 ? problem : `${problem}-${index + 1}`,
            {
              summary: PROBLEMS[problem].title,
              value: problemDocument(problem, detail, EXAMPLE_REQUEST_ID, errors),
            },
          ]),
        ),
      },
    },
  };
};

/** References to response components, by status. */
export const problemReferences = <N extends string>(names: Readonly<Record<string, N>>): JsonObject =>
  Object.fromEntries(Object.entries(names).map(([status, name]) => [status, reference('responses', name)]));
