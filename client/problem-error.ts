import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** Every problem document of the API: `type` tells them apart, for the compiler as well. */
export type Problem = {
  [N in keyof Schemas]: N extends `${string}Problem` ? Schemas[N] : never;
}[keyof Schemas];

/** Thrown for every response that is no success. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail} (request ${problem.requestId})`);
    this.problem = problem;
  }
}

/** Thrown for an error that is not the API's own, such as that of a proxy on the way. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** The HTTP status. */
  readonly status: number;

  constructor({ status, url }: Pick<Response, 'status' | 'url'>) {
    super(`${url} answered with ${status}, and not as the Sales Data API does.`);
    this.status = status;
  }
}

/** What openapi-fetch makes of a response. */
interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

const isProblem = (error: unknown, { headers }: Response): error is Problem =>
  headers.get('Content-Type') === 'application/problem+json' && typeof error === 'object' && error !== null;

/**
 * The body of a success.
 *
 * @throws ProblemError for every error of the API
 * @throws UnexpectedResponseError for what somebody else answered
 */
export const bodyOf = <T>({ data, error, response }: Outcome<T>): T => {
  if (response.ok && data !== undefined) return data;
  if (isProblem(error, response)) throw new ProblemError(error);
  throw new UnexpectedResponseError(response);
};
