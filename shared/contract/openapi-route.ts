/** Where the OpenAPI document of the data API is, below its base address. It takes no key. */
export const OPENAPI_PATH = '/v1/openapi.json';

/** The document changes with a deployment at most: clients may do without asking for five minutes. */
export const OPENAPI_CACHE_CONTROL = 'public, max-age=300';
