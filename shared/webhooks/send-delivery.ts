import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { describeFailure, describeStatus } from './describe-failure.ts';
import { checkEndpointUrl } from './endpoint-url.ts';
import {
  type Agents,
  type ExchangeFailure,
  type ExchangeRequest,
  type ExchangeResponse,
  exchange,
} from './exchange.ts';
import { createPublicLookup, type PublicLookupDependencies } from './public-lookup.ts';
import { parseRetryAfter } from './retry-after.ts';

export interface Delivery {
  /** The endpoint's URL. Checked again, since the policy may have changed since it was registered. */
  readonly url: string;
  /** What identifies and signs the delivery. */
  readonly headers: Readonly<Record<string, string>>;
  /** The event as JSON, exactly as it was signed. */
  readonly body: string;
}

export interface DeliverySenderDependencies extends PublicLookupDependencies {
  /** How long a whole attempt may take. Default: {@link ATTEMPT_MILLISECONDS}. */
  readonly timeoutMilliseconds?: number;
  /** Connections to one origin at once; further deliveries wait for one, within their time. Default: 32. */
  readonly maxSockets?: number;
}

export interface DeliverySender {
  /** Attempts a delivery once. Whatever the other side does is an outcome, never an error. */
  send(delivery: Delivery): Promise<AttemptOutcome>;
  /** Closes all connections, those in use included. */
  close(): void;
}

/** How long a whole attempt may take, from the lookup to the end of what is read, in milliseconds. */
export const ATTEMPT_MILLISECONDS = 15_000;

/** Kept connections to all origins together, well below the 1,024 file descriptors of a Lambda function. */
const MAX_TOTAL_SOCKETS = 512;

/** Shorter than the 5 s after which many servers, Node.js among them, close an idle connection themselves. */
const IDLE_MILLISECONDS = 4_000;

/**
 * Node.js gives up each address but the last after 250 ms by default, which far-away hosts need for a handshake
 * (https://github.com/nodejs/node/issues/54359).
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
    // Said although it is the default, which NODE_TLS_REJECT_UNAUTHORIZED would change.
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

/** Makes what sends deliveries. It keeps connections, so one is made for many deliveries. */
export const createDeliverySender = (dependencies: DeliverySenderDependencies = {}): DeliverySender => {
  const { timeoutMilliseconds = ATTEMPT_MILLISECONDS } = dependencies;
  const kept = createAgents(dependencies, true);
  const fresh = createAgents(dependencies, false);

  const exchangeOnLiveConnection = async (
    request: ExchangeRequest,
  ): Promise<ExchangeResponse | ExchangeFailure> => {
    const first = await exchange(request, kept);
    const isWorthAnother = first.kind === 'failure' && first.isStaleConnection;
    return isWorthAnother && !request.deadline.aborted ? exchange(request, fresh) : first;
  };

  const attempt = async ({ url, headers, body }: Delivery): Promise<Result> => {
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
    async send(delivery) {
      const start = performance.now();
      const result = await attempt(delivery);
      return { ...result, durationMilliseconds: Math.round(performance.now() - start) };
    },
    close() {
      for (const agent of [kept.http, kept.https, fresh.http, fresh.https]) agent.destroy();
    },
  };
};
