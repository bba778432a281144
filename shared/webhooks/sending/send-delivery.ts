import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Attempt } from '../../contract/webhook-views.ts';
import { checkEndpointUrl } from '../endpoints/endpoint-url.ts';
import { describeFailure, describeStatus } from './describe-failure.ts';
import {
  type Agents,
  type ExchangeFailure,
  type ExchangeRequest,
  type ExchangeResponse,
  exchange,
} from './exchange.ts';
import { createPublicLookup, type PublicLookupDependencies } from './public-lookup.ts';
import { parseRetryAfter } from './retry-schedule.ts';

/** The signed request of one attempt. */
export interface SignedRequest {
  /** The endpoint's URL. Validated again: the policy may have changed since it was registered. */
  readonly url: string;
  /** The signature headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The event as JSON, exactly as it was signed. */
  readonly body: string;
}

/** The outcome of one attempt. */
export interface AttemptOutcome extends Omit<Attempt, 'at'> {
  /** Whether the endpoint answered with a status of 200 to 299. */
  readonly isSuccess: boolean;
  /** The response's `Retry-After`, counted from now; null without one. */
  readonly retryAfterSeconds: number | null;
}

export interface DeliverySenderDependencies extends PublicLookupDependencies {
  /** The timeout of a whole attempt. Default: {@link ATTEMPT_MILLISECONDS}. */
  readonly timeoutMilliseconds?: number;
  /** Connections to one origin; further attempts wait for a free one, within their timeout. Default: 32. */
  readonly maxSockets?: number;
}

export interface DeliverySender {
  /** Makes one attempt. Anything the endpoint does is an outcome, never an error. */
  send(request: SignedRequest): Promise<AttemptOutcome>;
  /** Closes all connections, including those in use. */
  close(): void;
}

/** The timeout of an attempt, from the DNS lookup until the response was read. */
export const ATTEMPT_MILLISECONDS = 15_000;

/** Connections to all origins, well below the 1,024 file descriptors of a Lambda function. */
const MAX_TOTAL_SOCKETS = 512;

/** Many servers, including Node.js, close idle connections after 5 s. */
const IDLE_MILLISECONDS = 4_000;

/**
 * By default, Node.js gives up on each address but the last after 250 ms, too short for a handshake with a
 * distant host (https://github.com/nodejs/node/issues/54359).
 */
const ADDRESS_ATTEMPT_MILLISECONDS = 2_500;

const createAgents = (dependencies: DeliverySenderDependencies, keepAlive: boolean): Agents => {
  const options = {
    keepAlive,
    maxSockets: dependencies.maxSockets ?? 32,
    maxTotalSockets: MAX_TOTAL_SOCKETS,
    maxFreeSockets: 4,
    timeout: IDLE_MILLISECONDS,
    lookup: createPublicLookup(dependencies),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MILLISECONDS,
  };
  return {
    http: new HttpAgent(options),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
    https: new HttpsAgent({ ...options, minVersion: 'TLSv1.2', rejectUnauthorized: true }),
  };
};

type Result = Omit<AttemptOutcome, 'durationMilliseconds'>;

const notSent = (error: string): Result => ({
  isSuccess: false,
  status: null,
  error,
  responseBody: null,
  retryAfterSeconds: null,
});

const answered = ({ response, excerpt }: ExchangeResponse): Result => {
  const status = response.statusCode ?? 0;
  const error = describeStatus(status, response.headers.location);
  return {
    isSuccess: error === null,
    status,
    error,
    responseBody: excerpt,
    retryAfterSeconds: parseRetryAfter(response.headers['retry-after'], Date.now()),
  };
};

/** Create one sender for all deliveries: it keeps connections alive. */
export const createDeliverySender = (dependencies: DeliverySenderDependencies = {}): DeliverySender => {
  const { timeoutMilliseconds = ATTEMPT_MILLISECONDS } = dependencies;
  const kept = createAgents(dependencies, true);
  const fresh = createAgents(dependencies, false);

  const exchangeOnLiveConnection = async (
    request: ExchangeRequest,
  ): Promise<ExchangeResponse | ExchangeFailure> => {
    const first = await exchange(request, kept);
    const isRetryable = first.kind === 'failure' && first.isStaleConnection;
    return isRetryable && !request.deadline.aborted ? exchange(request, fresh) : first;
  };

  const attempt = async ({ url, headers, body }: SignedRequest): Promise<Result> => {
    const checked = checkEndpointUrl(url, dependencies);
    if ('detail' in checked) return notSent(`Not sent: the URL ${checked.detail}.`);
    const bytes = Buffer.from(body, 'utf8');
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMilliseconds);
    try {
      const result = await exchangeOnLiveConnection({
        url: new URL(checked.url),
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          'Content-Length': String(bytes.length),
          'User-Agent': 'SalesData-Webhooks/1',
        },
        body: bytes,
        deadline: deadline.signal,
      });
      if (result.kind === 'response') return answered(result);
      return notSent(describeFailure(result, deadline.signal.aborted ? timeoutMilliseconds : undefined));
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    async send(request) {
      const start = performance.now();
      const result = await attempt(request);
      return { ...result, durationMilliseconds: Math.round(performance.now() - start) };
    },
    close() {
      for (const agent of [kept.http, kept.https, fresh.http, fresh.https]) agent.destroy();
    },
  };
};
