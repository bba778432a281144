import { inject } from 'vitest';
import { dataApiDocument } from '../../../shared/operations/openapi/data-api/document.ts';
import { readOpenApi } from '../contract/openapi/document.ts';
import { checkResponse } from '../contract/openapi/response-check.ts';
import { type HttpRequest, type HttpResponse, jsonOf, send } from '../http/http.ts';
import { runToolHere } from './command-here.ts';
import type { ServiceUnderTest } from './service-setup.ts';

export const service: ServiceUnderTest = inject('service');

export interface ApiResponse extends HttpResponse {
  readonly json: unknown;
}

export type Call = HttpRequest & {
  /** `null` sends no key. Default: the first organization's key. */
  readonly key?: string | null;
};

/** The OpenAPI contract of the data API. */
export const contract = readOpenApi(dataApiDocument('exact'));

/** Sends a request to the data API verbatim and checks the response against the OpenAPI document. */
export const sendToApi = async (path: string, options: HttpRequest = {}): Promise<HttpResponse> => {
  const response = await send(service.baseUrl + path, options);
  checkResponse(contract, { method: options.method ?? 'GET', path, response });
  return response;
};

/** Calls the service under test once. */
export const callOnce = async (
  path: string,
  { key = service.first.key, headers = {}, ...options }: Call = {},
): Promise<ApiResponse> => {
  const response = await sendToApi(path, {
    ...options,
    headers: { ...(key === null ? {} : { 'X-Api-Key': key }), ...headers },
  });
  return { ...response, json: response.bytes.length === 0 ? undefined : jsonOf(response) };
};

const ATTEMPTS = 10;

/** Sends a request as a well-behaved client, which repeats it after these statuses. */
export const patiently = async <T extends HttpResponse>(
  statuses: readonly number[],
  request: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const response = await request();
    if (!statuses.includes(response.status) || attempt === ATTEMPTS) return response;
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers['retry-after'] ?? 1) * 1_000));
  }
};

/** Calls the service under test, and again on 429, and on 503 for a new key. */
export const call = (path: string, options: Call = {}): Promise<ApiResponse> =>
  patiently([429, 503], () => callOnce(path, options));

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

/** Creates a key for the first organization with the command-line tool. */
export const createKey = async (
  permissions: readonly string[],
  options: { readonly organizationId?: string; readonly expires?: string } = {},
): Promise<CreatedKey> =>
  runToolHere<CreatedKey>(
    'keys',
    [
      'create',
      ...service.toolArguments,
      '--organization',
      options.organizationId ?? service.first.organizationId,
      '--name',
      'made by a test',
      '--permissions',
      permissions.join(','),
      ...(options.expires === undefined ? [] : ['--expires', options.expires]),
    ],
    service.toolEnvironment,
  );

export const revokeKey = async (id: string): Promise<void> => {
  await runToolHere(
    'keys',
    ['revoke', id, ...service.toolArguments, '--organization', service.first.organizationId],
    service.toolEnvironment,
  );
};

/** Returns an element, or throws if it is missing. */
export const at = <T>(items: readonly T[], index: number): T => {
  const item = items.at(index);
  if (item === undefined) throw new Error(`There is no element ${index} among ${items.length}.`);
  return item;
};

/** The path of the next page, from the `Link` header; `undefined` on the last page. */
export const nextPath = ({ headers }: ApiResponse): string | undefined => {
  const { link } = headers as { link?: string };
  const url = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  if (url === undefined) return undefined;
  if (!url.startsWith(`${service.baseUrl}/v1/`)) throw new Error(`The link leads elsewhere: ${url}`);
  return url.slice(service.baseUrl.length);
};
