import { isRejected, type OAuthClient, type PendingSignIn, type Tokens } from './oauth-client.ts';
import type { TabStorage } from './tab-storage.ts';

const PENDING = 'pending-sign-in';
const SIGNED_OUT = 'signed-out';
const DOMAIN = 'identity-provider-domain';
const PROVIDER = 'identity-provider';
const PROMPT = 'identity-provider-prompt';

/** The parameter of the console's address that names an identity provider by an email domain. */
const DOMAIN_PARAMETER = 'sso';

/** An identity provider that admins have set up, with the app client that its users sign in to. */
interface OwnProvider {
  readonly client: string;
  readonly provider: string;
}

const isOwnProvider = (value: unknown): value is OwnProvider =>
  typeof value === 'object' &&
  value !== null &&
  ['client', 'provider'].every((name) => /^[\w+-]{1,128}$/.test(String(Reflect.get(value, name) ?? '')));

/** The provider of this tab's sign-ins, which its address named. */
export const ownProviderOf = (storage: TabStorage): OwnProvider | undefined => {
  const found = storage.read(PROVIDER);
  return isOwnProvider(found) ? found : undefined;
};

/** The state of the page on load. */
export type Arrival =
  | { readonly kind: 'signed-in'; readonly tokens: Tokens; readonly hash: string }
  | { readonly kind: 'not-signed-in' }
  | { readonly kind: 'signed-out' }
  /** The sign-in failed. */
  | { readonly kind: 'failed'; readonly reason: SignInFailure; readonly hash: string };

/**
 * - `denied`: the sign-in page or the user declined
 * - `foreign`: this tab did not start the sign-in, or it was tampered with
 * - `expired`: the code has expired or was already used
 * - `unreachable`: the sign-in page does not respond
 */
export type SignInFailure = 'denied' | 'foreign' | 'expired' | 'unreachable';

export interface SignInDependencies {
  readonly oauth: Pick<OAuthClient, 'begin' | 'finish'>;
  readonly storage: TabStorage;
}

interface Pending extends PendingSignIn {
  /** The view of the console that the user came from. */
  readonly hash: string;
}

const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  ['state', 'nonce', 'codeVerifier', 'hash'].every((name) => typeof Reflect.get(value, name) === 'string');

/** Later sign-ins of this tab use the identity provider that its address named. */
export const rememberProvider = (storage: TabStorage, query: URLSearchParams): void => {
  const domain = query.get(DOMAIN_PARAMETER)?.toLowerCase() ?? '';
  if (/^[a-z0-9.-]{1,40}$/.test(domain)) storage.write(DOMAIN, domain);
  const own = { client: query.get('client'), provider: query.get('provider') };
  if (isOwnProvider(own)) storage.write(PROVIDER, own);
  if (query.get('prompt') === 'login') storage.write(PROMPT, true);
};

/** Starts a sign-in. Returns the URL to redirect to; the user returns to `hash`. */
export const startSignIn = async ({ oauth, storage }: SignInDependencies, hash: string): Promise<string> => {
  const domain = storage.read(DOMAIN);
  const { provider } = ownProviderOf(storage) ?? {};
  const { url, pending } = await oauth.begin({
    ...(provider === undefined ? {} : { identity_provider: provider }),
    // A test asks the provider again, although the browser has a session.
    ...(storage.read(PROMPT) === true ? { prompt: 'login' } : {}),
    ...(provider === undefined && typeof domain === 'string' ? { idp_identifier: domain } : {}),
  });
  storage.write(PROMPT, undefined);
  storage.write(PENDING, { ...pending, hash } satisfies Pending);
  return url;
};

/** Whether a request had no response, or none in time. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

/** Call it before redirecting to the sign-out page, so that the return is not mistaken for a sign-in. */
export const expectSignOut = (storage: TabStorage): void => storage.write(SIGNED_OUT, true);

/** @param query of the page's address */
export const arrive = async (
  { oauth, storage }: SignInDependencies,
  query: URLSearchParams,
): Promise<Arrival> => {
  const isCallback = query.has('code') || query.has('error');
  const found = storage.read(PENDING);
  const isSignedOut = storage.read(SIGNED_OUT) === true;
  storage.write(SIGNED_OUT, undefined);
  if (!isCallback) return { kind: isSignedOut ? 'signed-out' : 'not-signed-in' };
  storage.write(PENDING, undefined);
  const pending = isPending(found) ? found : undefined;
  const hash = pending?.hash ?? '';
  const failed = (reason: SignInFailure): Arrival => ({ kind: 'failed', reason, hash });
  if (pending === undefined || query.get('state') !== pending.state) return failed('foreign');
  if (query.has('error')) return failed('denied');
  try {
    return { kind: 'signed-in', tokens: await oauth.finish(query, pending), hash };
  } catch (error) {
    if (isRejected(error)) return failed('expired');
    return failed(isUnreachable(error) ? 'unreachable' : 'foreign');
  }
};
