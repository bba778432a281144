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

  constructor(url: string, status: number) {
    super(`${url} responded with status ${status}, but not in the format of the Sales Data API.`);
    this.status = status;
  }
}

/**
 * The body of a success.
 *
 * @throws ProblemError for every error of the API
 * @throws UnexpectedResponseError for responses that do not come from the API
 */
export const bodyOf = <T>(url: string, { ok, status, headers }: Response, text: string): T => {
  const type = headers.get('Content-Type') ?? '';
  try {
    if (ok && type.startsWith('application/json')) return JSON.parse(text);
    if (!ok && type === 'application/problem+json') throw new ProblemError(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnexpectedResponseError(url, status);
};
