import type { components } from './schema.ts';

/** Every problem document of the API, discriminated by `type`. */
export type Problem = {
  [N in keyof components['schemas']]: N extends `${string}Problem` ? components['schemas'][N] : never;
}[keyof components['schemas']];

/** Thrown for every error response of the API. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  /** Seconds until a retry makes sense; `undefined` if the response does not tell. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter?: number) {
    super(`${problem.title}: ${problem.detail} (request ${problem.requestId})`);
    this.problem = problem;
    this.retryAfter = retryAfter;
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

/** The seconds of `Retry-After`; `undefined` without one. */
export const retryAfterOf = ({ headers }: Response): number | undefined => {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
};

/**
 * The body of a success.
 *
 * @throws ProblemError for every error of the API
 * @throws UnexpectedResponseError for responses that do not come from the API
 */
export const bodyOf = <T>(url: string, response: Response, text: string): T => {
  const { ok, status, headers } = response;
  const type = headers.get('Content-Type') ?? '';
  try {
    if (ok && type.startsWith('application/json')) return JSON.parse(text);
    if (!ok && type === 'application/problem+json') {
      throw new ProblemError(JSON.parse(text), retryAfterOf(response));
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnexpectedResponseError(url, status);
};
