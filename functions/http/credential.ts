import { headerValues, type MultiValueHeaders } from './headers.ts';

/** The value of a header `Authorization: Bearer …`; empty for anything else. */
export const bearerToken = (value: string): string => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? '';

/**
 * The API key of a request: the value of its only credential, which may be malformed.
 *
 * @param takesBearer whether `Authorization: Bearer` is a credential like `X-Api-Key`. Elsewhere,
 * `Authorization` is a header like any other
 * @returns `undefined` without a credential, or with several
 */
export const credentialOf = (headers: MultiValueHeaders, takesBearer: boolean): string | undefined => {
  const bearers = takesBearer ? headerValues(headers, 'authorization').map(bearerToken) : [];
  const [credential, ...others] = [...headerValues(headers, 'x-api-key'), ...bearers];
  return others.length === 0 ? credential : undefined;
};
