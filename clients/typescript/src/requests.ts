import { LOOKUPS } from './lookups.ts';
import { bodyOf, retryAfterOf } from './problems.ts';
import type { operations } from './schema.ts';
import { addressOf, headersOf } from './settings.ts';
import { DAY_SECONDS, waitFor } from './wait.ts';

export interface RetryPolicy {
  /** The maximum number of attempts, including the first. @default 5 */
  readonly attempts?: number;
  /** The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately. @default 30 */
  readonly longestWait?: number;
}

export interface SalesDataClientOptions {
  /** The address of the service, such as `https://api.example.com`, with or without `/v1` at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: RetryPolicy;
  /** The time limit of each attempt, in seconds, up to 86,400. @default 60 */
  readonly timeoutSeconds?: number;
  /** @default the platform's own */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Aborts the call, including waits. */
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /**
   * Up to 255 visible ASCII characters. A program that stores it before the call can repeat the call after a
   * crash, within 24 hours, without creating a second one. @default a random one, for the retries of the call
   */
  readonly idempotencyKey?: string;
}

/** The body of the success of an operation. */
export type BodyOf<O extends keyof operations> = operations[O]['responses'] extends
  | { 200: { content: { 'application/json': infer B } } }
  | { 201: { content: { 'application/json': infer B } } }
  | { 202: { content: { 'application/json': infer B } } }
  ? B
  : never;

/**
 * The path of a record. Without an id, it would be that of the collection, as with `.` and `..`, which the
 * URL parser resolves even if they are encoded: their place takes a text that the API rejects like any other
 * malformed id.
 */
export const recordPath = (collection: string, id: string): string =>
  `/v1/${collection}/${/^\.{0,2}$/.test(id) ? '-' : encodeURIComponent(id)}`;

/** Lists are separated by commas; one in the name of a custom field is escaped. */
const textOf = (name: string, value: unknown): string =>
  name === 'fields' && Array.isArray(value)
    ? value.map((path) => String(path).replaceAll(',', '\\,')).join()
    : String(value);

type LookupName = (typeof LOOKUPS)[number];

/** A query whose lookups take one value or any number. */
type WithLookups<Q> = { [K in keyof Q]: K extends LookupName ? string | readonly string[] : Q[K] };
export type QueryOf<O extends keyof operations> = WithLookups<
  Omit<NonNullable<operations[O]['parameters']['query']>, 'cursor' | 'count' | 'fields'>
>;

/** A query that may select fields of a resource. The result then has only these and ids. */
export type Selecting<Q, F> = Q & { readonly fields?: F };

/** Where to continue after a scan of a collection. Store one of them, to read later only what changed. */
export interface ScanEnd {
  /** The `changedSince` of the next scan: a minute before the first page of this one was read. */
  readonly nextChangedSince: string;
  /** The `cursor` for `changes`, which also has deletions. */
  readonly eventCursor: string;
}

export interface ScanOptions extends CallOptions {
  /** Called once all records are consumed. Not called by lookups. */
  readonly onEnd?: (end: ScanEnd) => void;
  /**
   * Called with the values of a lookup that no record has, as you passed them, after the records of the page
   * that they belong to. Lookups take any number of values, 100 per request: a record with values of two
   * requests comes twice.
   */
  readonly onNotFound?: (values: readonly string[]) => void;
}

const lookupIn = (query: object): readonly [LookupName, readonly string[]] | undefined => {
  const name = LOOKUPS.find((each) => Array.isArray(Object(query)[each]));
  const values: readonly string[] = name === undefined ? [] : Object(query)[name];
  // None at all is sent as an empty one, which the API rejects: without it, the query would find everything.
  return name === undefined || values.length === 0 ? undefined : [name, values];
};

const parameterText = (name: string, value: unknown): string =>
  `${name}=${encodeURIComponent(textOf(name, value))}`;

const queryString = (query: object): string => {
  const [lookup, values = []] = lookupIn(query) ?? [];
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      name === lookup ? values.map((each) => parameterText(name, each)) : [parameterText(name, value)],
    )
    .join('&');
};

/** The API takes so many values at once, and API Gateway URLs of 8,192 characters. */
const MAX_VALUES = 100;
const MAX_VALUE_CHARACTERS = 6_000;

/** The queries that together look up all values of a query. */
export const lookupQueries = <Q extends object>(query: Q): readonly Q[] => {
  const [name, values] = lookupIn(query) ?? [];
  if (name === undefined || values === undefined) return [query];
  const batches: string[][] = [];
  let characters = 0;
  for (const value of values) {
    const length = parameterText(name, value).length + 1;
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === MAX_VALUES || characters + length > MAX_VALUE_CHARACTERS) {
      batches.push([value]);
      characters = length;
    } else {
      batch.push(value);
      characters += length;
    }
  }
  return batches.map((batch) => ({ ...query, [name]: batch }));
};

/** Bytes per second. */
const SLOWEST_UPLOAD = 50_000;

/** A response with what was read of it. */
interface Received<T> {
  readonly response: Response;
  readonly content: T;
}

/**
 * Seconds to wait after an attempt; `undefined` for no retry.
 *
 * @param response `undefined` after a network error
 */
const waitAfter = (
  response: Response | undefined,
  attempt: number,
  longestWait: number,
): number | undefined => {
  const { status = 503 } = response ?? {};
  if (status < 500 && status !== 429) return undefined;
  const seconds = response && retryAfterOf(response);
  if (seconds !== undefined) return seconds <= longestWait ? seconds : undefined;
  // Half a second, doubled each time, less up to a half.
  return Math.min(2 ** (attempt - 2) * (1 - Math.random() / 2), longestWait);
};

/**
 * Calls a function with a signal that aborts with the given one, and with a `TimeoutError` at the time limit,
 * which starts again at each progress. Not by `AbortSignal.timeout`: in Node.js 20, one that only
 * `AbortSignal.any` refers to may be collected as garbage before it fires.
 */
const withTimeLimit = async <T>(
  seconds: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController();
  const error = new DOMException(`The time limit of ${seconds} seconds was exceeded.`, 'TimeoutError');
  const start = () => setTimeout(() => limit.abort(error), seconds * 1_000);
  let timer = start();
  const onProgress = (): void => {
    clearTimeout(timer);
    timer = start();
  };
  try {
    return await call(
      signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
      onProgress,
    );
  } finally {
    clearTimeout(timer);
  }
};

/** The bytes of the body of a success. */
const bytesOf = async ({ ok, body }: Response, onProgress: () => void): Promise<ArrayBuffer> => {
  if (!ok) await body?.cancel();
  if (!ok || body === null) return new ArrayBuffer(0);
  const progress = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onProgress();
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(progress)).arrayBuffer();
};

/**
 * Creates the function that sends requests. It retries 429 and 5xx responses after their `Retry-After`, and
 * those without one, and network errors, with a backoff: a request must be safe to repeat.
 *
 * The function throws what `fetch` throws (`TimeoutError` for the time limit), and the reason of the signal
 * once that is aborted, even during a wait.
 *
 * @throws RangeError for an invalid time limit
 */
const createSend = ({
  retries: { attempts = 5, longestWait = 30 } = {},
  timeoutSeconds = 60,
  fetch = globalThis.fetch,
}: Omit<SalesDataClientOptions, 'baseUrl' | 'apiKey'>) => {
  // Timers treat longer limits, and NaN, as none: every attempt would end at once.
  if (!(timeoutSeconds > 0 && timeoutSeconds <= DAY_SECONDS)) {
    throw new RangeError(
      `\`timeoutSeconds\` must be more than 0 and at most ${DAY_SECONDS}, not ${timeoutSeconds}.`,
    );
  }
  return async <T>(
    url: string,
    request: RequestInit,
    read: (response: Response, onProgress: () => void) => Promise<T>,
    signal: AbortSignal | undefined,
    limitSeconds = timeoutSeconds,
  ): Promise<Received<T>> => {
    const send = async (isLast: boolean): Promise<Received<T> | undefined> => {
      try {
        return await withTimeLimit(limitSeconds, signal, async (limited, onProgress) => {
          const response = await fetch(url, { ...request, signal: limited });
          return { response, content: await read(response, onProgress) };
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (isLast) throw error;
        return undefined;
      }
    };
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      const outcome = await send(isLast);
      const wait = isLast ? undefined : waitAfter(outcome?.response, attempt, longestWait);
      if (wait !== undefined) await waitFor(wait, signal);
      else if (outcome !== undefined) return outcome;
    }
  };
};

export type Requests = ReturnType<typeof createRequests>;

/**
 * Creates the requests of a client, which are repeated if necessary. Those to the API throw ProblemError and
 * UnexpectedResponseError, and all of them what `fetch` throws and the reason of an aborted signal.
 *
 * @throws TypeError for a malformed API key or address
 * @throws RangeError for an invalid time limit
 */
export const createRequests = ({ baseUrl, apiKey, ...options }: SalesDataClientOptions) => {
  const headers = headersOf(apiKey);
  const address = addressOf(baseUrl);
  const send = createSend(options);
  const call = async <O extends keyof operations>(
    path: string,
    request: RequestInit,
    { signal }: CallOptions = {},
  ): Promise<BodyOf<O>> => {
    const url = new URL(address + path);
    // A redirect would send the key to another server.
    const init: RequestInit = { headers, redirect: 'manual', ...request };
    const { response, content } = await send(url.href, init, (received) => received.text(), signal);
    return bodyOf(url, response, content);
  };
  return {
    get: <O extends keyof operations>(path: string, query: object = {}, options?: CallOptions) => {
      const search = queryString(query);
      return call<O>(`${path}${search === '' ? '' : `?${search}`}`, {}, options);
    },
    /** Its `Idempotency-Key` makes a repetition harmless. */
    post: <O extends keyof operations>(
      path: string,
      body: object,
      { idempotencyKey = crypto.randomUUID(), ...options }: CreateOptions = {},
    ) => {
      const own = new Headers(headers);
      own.set('Content-Type', 'application/json');
      own.set('Idempotency-Key', idempotencyKey);
      return call<O>(path, { method: 'POST', headers: own, body: JSON.stringify(body) }, options);
    },
    delete: <O extends keyof operations>(path: string, options?: CallOptions) =>
      call<O>(path, { method: 'DELETE' }, options),
    /** Downloads a file from another server, without the API key. Only a success has content. */
    file: (url: string, { signal }: CallOptions = {}) => send(url, {}, bytesOf, signal),
    /**
     * Uploads a file to another server, without the API key. The time limit grows with the file.
     *
     * @returns the status of the response
     */
    upload: async (
      url: string,
      ownHeaders: Record<string, string>,
      body: Blob,
      { signal }: CallOptions = {},
    ): Promise<number> => {
      const seconds = Math.max(options.timeoutSeconds ?? 60, body.size / SLOWEST_UPLOAD);
      const request: RequestInit = { method: 'PUT', headers: ownHeaders, body, redirect: 'manual' };
      const { response } = await send(url, request, (received) => received.text(), signal, seconds);
      return response.status;
    },
  };
};
