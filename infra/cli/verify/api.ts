import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

const POLL_MILLISECONDS = 500;

/**
 * Reads until there is a result.
 *
 * @param waitedFor completes "… within 180 s"
 * @throws Error if there is none in time, and the reason of an aborted signal
 */
export const waitFor = async <T>(
  read: () => Promise<T | undefined>,
  { seconds, waitedFor, signal }: { seconds: number; waitedFor: string; signal: AbortSignal },
): Promise<T> => {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const result = await read();
    if (result !== undefined) return result;
    if (performance.now() > end) throw new Error(`no ${waitedFor} within ${seconds} s`);
    await setTimeout(POLL_MILLISECONDS, undefined, { signal });
  }
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether `429` and `503` are repeated. @default true */
  readonly isRepeated?: boolean;
}

/** Calls a path of an API. */
export type Api = (path: string, call?: Call) => Promise<Answer>;

/** Longer than the 29 seconds that API Gateway takes at most. */
const TIMEOUT_MILLISECONDS = 40_000;

/**
 * The longest wait for a new key, or for a service that is temporarily unavailable, which both are `503`. A
 * new key takes seconds.
 */
const UNAVAILABLE_SECONDS = 90;

/**
 * Calls an API as a client does: repeats a request on `429` and `503`.
 *
 * @param baseUrl without a trailing slash
 * @param common headers of every request
 * @param signal ends the repetitions
 */
export const createApi =
  (baseUrl: string, common: Readonly<Record<string, string>>, signal: AbortSignal): Api =>
  (path, { method = 'GET', headers = {}, body, isRepeated = true } = {}) => {
    const send = async (): Promise<Answer | undefined> => {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          ...common,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
        // An interruption does not abort the request, which may have an effect that has to be removed.
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      return isRepeated && (answer.status === 429 || answer.status === 503) ? undefined : answer;
    };
    const waitedFor = `answer to ${method} ${path} other than 429 and 503`;
    return waitFor(send, { seconds: UNAVAILABLE_SECONDS, waitedFor, signal });
  };

const SHOWN_CHARACTERS = 300;

/** Throws an Error with the start of the body for another status. */
export const expectStatus = ({ status, text }: Answer, expected: number): void => {
  if (status === expected) return;
  throw new Error(`${status} instead of ${expected}: ${text.slice(0, SHOWN_CHARACTERS)}`);
};

export const expectThat = (holds: boolean, problem: string): void => {
  if (!holds) throw new Error(problem);
};

/** The body of a response. Throws an Error for another status, or if the body does not match the schema. */
export const bodyOf = <T>(answer: Answer, schema: z.ZodType<T>, expected = 200): T => {
  expectStatus(answer, expected);
  const { data, error } = schema.safeParse(JSON.parse(answer.text));
  if (error === undefined) return data as T;
  throw new Error(`an unexpected body: ${z.prettifyError(error).replaceAll(/\s+/g, ' ')}`);
};
