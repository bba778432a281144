import { Agent as HttpAgent, STATUS_CODES } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Attempt } from '../../contract/webhooks/webhook-views.ts';
import { contentHeaders } from '../deliveries/delivery-request.ts';
import { checkEndpointUrl } from '../endpoints/endpoint-url.ts';
import {
  type Agents,
  codeOf,
  exchange,
  MAX_RESPONSE_HEAD_BYTES,
  OutOfTimeError,
  printable,
} from './exchange.ts';
import {
  AddressNotAllowedError,
  createPublicLookup,
  type PublicLookupDependencies,
} from './public-lookup.ts';
import { parseRetryAfter } from './retry-schedule.ts';

const UNTRUSTED_ISSUER =
  'The TLS certificate was not issued by a publicly trusted authority, or the server does not send its ' +
  'intermediate certificates.';

/**
 * Sentences by error code of Node.js or OpenSSL
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name was not found in the DNS.',
  EAI_AGAIN: 'The host name could not be looked up: the DNS gave no answer.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response arrived.',
  EPIPE: 'The connection was closed before a response arrived.',
  ETIMEDOUT: 'The host did not accept the connection in time.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  CERT_REVOKED: 'The TLS certificate has been revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed, and therefore not trusted.',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED_ISSUER,
  HPE_HEADER_OVERFLOW: `The headers of the response are larger than ${MAX_RESPONSE_HEAD_BYTES / 1_024} KB.`,
};

/** Why no response arrived in time, in one sentence that reveals nothing internal. */
export const describeFailure = (error: unknown, timeoutMilliseconds: number): string => {
  if (error instanceof OutOfTimeError) {
    return `Timed out after ${timeoutMilliseconds / 1_000} s: ${error.message}`;
  }
  if (error instanceof AddressNotAllowedError) return error.message;
  const code = codeOf(error);
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined;
  if (sentence !== undefined) return sentence;
  if (code.startsWith('HPE_')) return 'The endpoint did not return a valid HTTP/1.1 response.';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return `The TLS handshake failed (${code}). The endpoint must support TLS 1.2 or later.`;
  }
  return `The request failed${code === '' ? '' : ` (${code})`}.`;
};

/** Why a status is not a success, in one sentence; null if it is one. */
export const describeStatus = (status: number, location: string | undefined): string | null => {
  if (status >= 200 && status < 300) return null;
  const answer = `The endpoint answered with ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  if (status < 300 || status >= 400) return `${answer}.`;
  const target = location === undefined ? '' : ` to ${printable(location).slice(0, 200)}`;
  return `${answer}${target}: redirects are not followed, so the final URL must be registered.`;
};

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
  const { maxSockets = 32 } = dependencies;
  const options = {
    keepAlive,
    maxSockets,
    maxTotalSockets: MAX_TOTAL_SOCKETS,
    // Otherwise concurrent deliveries to one endpoint would close connections that the next ones open again.
    maxFreeSockets: maxSockets,
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
      headers: { ...headers, ...contentHeaders(bytes) },
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
