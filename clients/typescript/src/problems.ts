import type { components } from './schema.ts';

/** Every problem document of the API, discriminated by `type`. */
export type Problem = {
  [N in keyof components['schemas']]: N extends `${string}Problem` ? components['schemas'][N] : never;
}[keyof components['schemas']];

/** Thrown for every error response of the API. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail} (request ${problem.requestId})`);
    this.problem = problem;
  }
}

/** Thrown for a response that does not come from the API, such as a proxy's error page. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** The HTTP status. */
  readonly status: number;

  constructor({ status, url }: Pick<Response, 'status' | 'url'>) {
    super(`${url} responded with status ${status}, but not in the format of the Sales Data API.`);
    this.status = status;
  }
}

/** A result of openapi-fetch. */
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
 * @throws UnexpectedResponseError for responses that do not come from the API
 */
export const bodyOf = <T>({ data, error, response }: Outcome<T>): T => {
  if (response.ok && data !== undefined) return data;
  if (isProblem(error, response)) throw new ProblemError(error);
  throw new UnexpectedResponseError(response);
};
