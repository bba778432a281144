import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ALGORITHM } from '../../../shared/runtime/signing-key.ts';
import type { Credentials } from '../settings.ts';
import {
  createVerifier,
  type GivenSignature,
  millisecondsOf,
  partsOf,
  SIGNATURE_PARAMETER,
  type SignableRequest,
  unsignedHeaders,
} from '../signatures/signature.ts';

/** Why S3 refuses a request. */
export interface PresignedProblem {
  readonly status: number;
  readonly code: string;
  /** Headers that are part of the request but not of the signature. */
  readonly headersNotSigned?: readonly string[];
}

/** The clock of who signed may be fast. */
const EARLY_MILLISECONDS = 300_000;
/** Seven days. */
const MAX_SECONDS = 604_800;

const signatureOf = (query: URLSearchParams): GivenSignature => {
  const value = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  return {
    credential: value('Credential'),
    time: value('Date'),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: query.get(SIGNATURE_PARAMETER) ?? '',
  };
};

const isValidAt = (now: number, query: URLSearchParams, { time }: GivenSignature): boolean => {
  const start = millisecondsOf(time);
  const seconds = Number(query.get('X-Amz-Expires'));
  return (
    query.get('X-Amz-Algorithm') === ALGORITHM &&
    seconds > 0 &&
    seconds <= MAX_SECONDS &&
    now >= start - EARLY_MILLISECONDS &&
    now <= start + seconds * 1_000
  );
};

/** Whether a request uses a presigned URL. */
export const isPresigned = (url: string): boolean => partsOf(url)[1].has(SIGNATURE_PARAMETER);

/**
 * Makes a function that tells why S3 would refuse a request with a presigned URL, or `undefined` if it
 * accepts it (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html).
 */
export const createPresignedCheck = (credentials: Credentials, region: string) => {
  const verify = createVerifier(credentials, region, 's3');
  return (request: SignableRequest, now = Date.now()): PresignedProblem | undefined => {
    if (request.headers.authorization !== undefined) return { status: 400, code: 'InvalidArgument' };
    const [, query] = partsOf(request.url);
    const given = signatureOf(query);
    if (!isValidAt(now, query, given)) return { status: 403, code: 'AccessDenied' };
    const headersNotSigned = unsignedHeaders(request, given);
    if (headersNotSigned.length > 0) return { status: 403, code: 'AccessDenied', headersNotSigned };
    return verify(request, given, 'UNSIGNED-PAYLOAD')
      ? undefined
      : { status: 403, code: 'SignatureDoesNotMatch' };
  };
};

/**
 * Whether a body has the SHA-256 that its header gives, if it gives one
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html).
 */
export const hasGivenChecksum = ({ headers }: IncomingMessage, body: unknown): boolean => {
  const given = headers['x-amz-checksum-sha256'];
  return given === undefined || (body instanceof Uint8Array && hash('sha256', body, 'base64') === given);
};
