import { hash } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { isForThisMachine } from '../process/this-machine.ts';
import type { Credentials } from '../settings.ts';
import {
  createVerifier,
  type GivenSignature,
  millisecondsOf,
  type SignableRequest,
  unsignedHeaders,
} from './signature.ts';

/** Who may call a service. */
export interface ExpectedCaller {
  readonly credentials: Credentials;
  readonly region: string;
  /** The name of the service in signatures. */
  readonly service: string;
}

/** How far the time of a signature may be from that of the call. */
const WINDOW_MILLISECONDS = 300_000;

const PAYLOAD_HASH = 'x-amz-content-sha256';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^\s,]+), ?SignedHeaders=([^\s,]+), ?Signature=([0-9a-f]{64})$/;

const signatureOf = ({ headers }: SignableRequest): GivenSignature | undefined => {
  const [, credential, signedHeaders, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return undefined;
  return {
    credential,
    time: String(headers['x-amz-date'] ?? ''),
    signedHeaders: signedHeaders.split(';'),
    signature,
  };
};

const REFUSAL = {
  __type: 'UnrecognizedClientException',
  message:
    'Missing, expired or wrong signature, or a Host that is not this machine. ' +
    'runner.json has the credentials.',
};

/** Answers a call that does not come from an expected caller. */
export const refuseCaller = (response: ServerResponse): void => {
  response
    .writeHead(403, {
      'Content-Type': 'application/json',
      'x-amzn-errortype': REFUSAL.__type,
      Connection: 'close',
    })
    .end(JSON.stringify(REFUSAL));
};

/**
 * Refuses calls that are not signed with the credentials, or whose signature does not cover the hash of the
 * body. Whether the body has that hash, {@link isSignedBody} tells.
 *
 * @param listener handles the other calls
 */
export const requireCaller = (
  { credentials, region, service }: ExpectedCaller,
  listener: RequestListener,
): RequestListener => {
  const verify = createVerifier(credentials, region, service);
  const isExpected = (request: SignableRequest): boolean => {
    const given = signatureOf(request);
    const payloadHash = request.headers[PAYLOAD_HASH];
    return (
      given !== undefined &&
      typeof payloadHash === 'string' &&
      Math.abs(Date.now() - millisecondsOf(given.time)) <= WINDOW_MILLISECONDS &&
      unsignedHeaders(request, given).length === 0 &&
      verify(request, given, payloadHash)
    );
  };
  return (message, response) => {
    if (isForThisMachine(message) && isExpected(message)) listener(message, response);
    else refuseCaller(response);
  };
};

/** Whether a call was signed with this body, or, as with a presigned URL, without one. */
export const isSignedBody = ({ headers }: SignableRequest, body: string | Buffer): boolean =>
  headers[PAYLOAD_HASH] === undefined || headers[PAYLOAD_HASH] === hash('sha256', body);
