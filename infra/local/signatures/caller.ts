import { createHash, hash } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
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
    'Missing, expired or wrong signature, or a Host that is not this machine. runner.json has the credentials.',
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
 * body. Whether the body has that hash, {@link isSignedBody} or {@link checkBody} tells.
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

/** Whether a call was signed with this body. */
export const isSignedBody = ({ headers }: SignableRequest, body: string): boolean =>
  headers[PAYLOAD_HASH] === hash('sha256', body);

/**
 * Passes the body of a call on, and fails at its end unless the call was signed with it.
 *
 * @returns `undefined` if the call does not name the hash of its body, as with a presigned URL
 */
export const checkBody = ({ headers }: SignableRequest): Transform | undefined => {
  const expected = headers[PAYLOAD_HASH];
  if (expected === undefined) return undefined;
  const digest = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isSigned = digest.digest('hex') === expected;
      done(
        isSigned ? null : Object.assign(new Error('The body is not the signed one.'), { statusCode: 403 }),
      );
    },
  });
};
