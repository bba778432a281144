import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Attempt } from '../../contract/webhook-views.ts';
import { checkEndpointUrl } from '../endpoints/endpoint-url.ts';
import { describeFailure, describeStatus } from './describe-failure.ts';
import { type Agents, exchange } from './exchange.ts';
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

/** The outcome of one attempt: a success if it has no `error`. */
export interface AttemptOutcome extends Omit<Attempt, 'at'> {
  /** The wait that the response asks for; 0 without one. */
  readonly retryAfterSeconds: number;
}

export interface DeliverySenderDependencies extends PublicLookupDependencies {
  /** The timeout of a whole attempt. Default: {@link ATTEMPT_MILLISECONDS}. */
  readonly timeoutMilliseconds?: number;
  /** Connections to one origin; further attempts wait for a free one, within their timeout. Default: 32. */
  readonly maxSockets?: number;
}

/** Makes one attempt. Anything the endpoint does is an outcome, never an error. */
export type DeliverySender = (request: SignedRequest) => Promise<AttemptOutcome>;

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
    // A batch of messages may be for one endpoint.
    maxFreeSockets: 10,
    timeout: IDLE_MILLISECONDS,
    lookup: createPublicLookup(dependencies),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MILLISECONDS,
  };
  return {
    'http:': new HttpAgent(options),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
    'https:': new HttpsAgent({ ...options, minVersion: 'TLSv1.2', rejectUnauthorized: true }),
  };
};

type Result = Omit<AttemptOutcome, 'durationMilliseconds'>;

const notSent = (error: string): Result => ({
  status: null,
  error,
  responseBody: null,
  retryAfterSeconds: 0,
});

/** Create one sender for all deliveries: it keeps connections alive. */
export const createDeliverySender = (dependencies: DeliverySenderDependencies = {}): DeliverySender => {
  const { timeoutMilliseconds = ATTEMPT_MILLISECONDS } = dependencies;
  const kept = createAgents(dependencies, true);
  const fresh = createAgents(dependencies, false);

  const attempt = async ({ url, headers, body }: SignedRequest): Promise<Result> => {
    const checked = checkEndpointUrl(url, dependencies);
    if ('detail' in checked) return notSent(`Not sent: the URL ${checked.detail}.`);
    const bytes = Buffer.from(body, 'utf8');
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMilliseconds);
    const request = {
      url: new URL(checked.url),
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': String(bytes.length),
        'User-Agent': 'SalesData-Webhooks/1',
      },
      body: bytes,
      deadline: deadline.signal,
    };
    try {
      const { response, excerpt } = await exchange(request, kept, fresh);
      const { statusCode: status = 0, headers: answered } = response;
      return {
        status,
        error: describeStatus(status, answered.location),
        responseBody: excerpt,
        retryAfterSeconds: parseRetryAfter(answered['retry-after'], Date.now()),
      };
    } catch (error) {
      return notSent(describeFailure(error, timeoutMilliseconds));
    } finally {
      clearTimeout(timer);
    }
  };

  return async (request) => {
    const start = performance.now();
    const result = await attempt(request);
    return { ...result, durationMilliseconds: Math.round(performance.now() - start) };
  };
};
