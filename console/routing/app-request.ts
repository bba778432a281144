/** The address of the view on which a user decides about an app. */
export const CONNECT_PATH = 'connect';

/** The parameters of an authorization request that the service reads. */
const NAMES = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'scope',
  'state',
] as const;

/** The parameters in the address of the view. The service rejects missing ones, and others. */
export type AppRequestParameters = Readonly<Record<(typeof NAMES)[number], string>>;

const names: readonly string[] = NAMES;

/**
 * The fragment for an authorization request, with which OAuth clients open the console; `undefined` for any
 * other query. A repeated parameter is dropped, since each may occur only once.
 */
export const appRequestHash = (query: URLSearchParams): string | undefined => {
  if (!query.has('client_id')) return undefined;
  const given = [...query].filter(
    ([name, value]) => value !== '' && names.includes(name) && query.getAll(name).length === 1,
  );
  return `#/${CONNECT_PATH}?${new URLSearchParams(given)}`;
};

/** Whether a fragment is that of an authorization request, which is for any organization of the user. */
export const isAppRequest = (hash: string): boolean => hash.startsWith(`#/${CONNECT_PATH}?`);
