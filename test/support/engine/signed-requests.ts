import { SignatureV4 } from '@smithy/signature-v4';
import type { Credentials } from '../../../infra/local/settings.ts';
import { Sha256 } from '../values/sha256.ts';

/** A request to sign with the signer of the AWS SDK. */
export interface UnsignedRequest {
  /** Its path is signed as it is, without resolving `..`. */
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SigningOptions {
  readonly credentials: Credentials;
  readonly region: string;
  /** The name of the service in signatures. */
  readonly service: string;
  /** Default: now. */
  readonly signingDate?: Date;
}

const signerOf = ({ credentials, region, service }: SigningOptions) =>
  new SignatureV4({ credentials, region, service, sha256: Sha256, uriEscapePath: service !== 's3' });

const requestOf = ({ url, method = 'POST', headers = {}, body }: UnsignedRequest) => {
  const [, origin = '', path = '', search = ''] = /^(https?:\/\/[^/?]+)([^?]*)\??(.*)$/.exec(url) ?? [];
  const { host, hostname, port, protocol } = new URL(origin);
  const query = Object.fromEntries(new URLSearchParams(search));
  const all: Readonly<Record<string, string>> = { host, ...headers };
  return {
    request: { method, protocol, hostname, port: Number(port), path, query, headers: all },
    origin,
    body,
  };
};

/** The headers of a request, with its signature. */
export const signHeaders = async (
  unsigned: UnsignedRequest,
  options: SigningOptions,
): Promise<Readonly<Record<string, string>>> => {
  const { request, body } = requestOf(unsigned);
  const { signingDate = new Date() } = options;
  const signed = await signerOf(options).sign({ ...request, body: body ?? '' }, { signingDate });
  const { host = '', ...headers } = signed.headers;
  return { ...headers, Host: host };
};

export interface PresigningOptions extends SigningOptions {
  /** In seconds. Default: an hour. */
  readonly expiresIn?: number;
  /** Headers of AWS that the request must have; the others become parameters. */
  readonly unhoistableHeaders?: ReadonlySet<string>;
}

/** A presigned URL. It fixes the given headers. */
export const presign = async (
  unsigned: Omit<UnsignedRequest, 'body'>,
  { expiresIn = 3_600, unhoistableHeaders = new Set(), ...options }: PresigningOptions,
): Promise<string> => {
  const { request, origin } = requestOf(unsigned);
  const { signingDate = new Date() } = options;
  const { query = {}, path } = await signerOf(options).presign(
    { ...request, headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...request.headers } },
    {
      expiresIn,
      signingDate,
      unhoistableHeaders: new Set(unhoistableHeaders),
    },
  );
  return `${origin}${path}?${new URLSearchParams(query as Record<string, string>)}`;
};
