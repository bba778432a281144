/** The path of the data API's OpenAPI document, below the base URL. Requires no key. */
export const OPENAPI_PATH = '/v1/openapi.json';

/** The document only changes with a deployment, so clients may cache it for five minutes. */
export const OPENAPI_CACHE_CONTROL = 'public, max-age=300';
