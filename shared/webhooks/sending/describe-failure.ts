import { STATUS_CODES } from 'node:http';
import { codeOf, MAX_RESPONSE_HEAD_BYTES, OutOfTimeError, printable } from './exchange.ts';
import { AddressNotAllowedError } from './public-lookup.ts';

const UNTRUSTED_ISSUER =
  'The TLS certificate was not issued by a publicly trusted authority, or the server does not send its intermediate certificates.';

/** By error code of Node.js or OpenSSL (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
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
