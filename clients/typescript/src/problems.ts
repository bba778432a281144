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

  /** The query string, which may hold an email address or a phone number, does not appear in the message. */
  constructor({ origin, pathname }: URL, status: number) {
    super(
      `${origin}${pathname} responded with status ${status}, but not in the format of the Sales Data API.`,
    );
    this.status = status;
  }
}

/**
 * The seconds of `Retry-After` (RFC 9110, section 10.2.3: whole seconds, or a date; some proxies send
 * fractions); `undefined` without one, or if it is neither.
 */
export const retryAfterOf = ({ headers }: Response): number | undefined => {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Number(value);
  if (!/^[A-Z][a-z]{2}/.test(value)) return undefined;
  // The obsolete form of a date has no time zone.
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1_000);
};

/**
 * The media type of a response, in lower case, without parameters such as `charset` (RFC 9110, section
 * 8.3.1).
 */
const mediaTypeOf = ({ headers }: Response): string =>
  (headers.get('Content-Type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();

/**
 * The body of a success.
 *
 * @throws ProblemError for every error of the API
 * @throws UnexpectedResponseError for responses that do not come from the API
 */
export const bodyOf = <T>(url: URL, response: Response, text: string): T => {
  const { ok, status } = response;
  try {
    const type = mediaTypeOf(response);
    if (ok && type === 'application/json') return JSON.parse(text);
    if (!ok && type === 'application/problem+json') {
      throw new ProblemError(JSON.parse(text), retryAfterOf(response));
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnexpectedResponseError(url, status);
};
