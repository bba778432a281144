import { createHash, randomBytes } from 'node:crypto';
import { type Browser, createBrowser, type Visit } from '../clients/browser.ts';

export interface SignInRequest {
  /** The base URL of the managed login. */
  readonly signInUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Default: `openid`. */
  readonly scope?: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

const random = (): string => randomBytes(32).toString('base64url');

/** Creates a PKCE pair with method S256 (RFC 7636). */
export const createPkce = () => {
  const verifier = random();
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** The authorization URL to open in a browser; `undefined` parameters are omitted. */
export const authorizationUrl = (
  { signInUrl, clientId, redirectUri, scope = 'openid' }: SignInRequest,
  parameters: Readonly<Record<string, string | undefined>>,
): string => {
  const url = new URL(`${signInUrl}/oauth2/authorize`);
  const all = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    code_challenge_method: 'S256',
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
};

/** Calls the token endpoint. */
export const requestTokens = (
  signInUrl: string,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${signInUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
    headers,
  });

/** Submits credentials in a browser and returns the last page or redirect. */
export const submitCredentials = async (
  browser: Browser,
  url: string,
  redirectUri: string,
  { email, password }: Credentials,
): Promise<Visit> => {
  const form = await browser.follow(url, redirectUri);
  if (form.location !== undefined) return form;
  const answer = await browser.submit(form, { email, password });
  return answer.location === undefined || answer.location.startsWith(redirectUri)
    ? answer
    : browser.follow(answer.location, redirectUri);
};

const text = (answer: object, name: string): string => {
  const value: unknown = Reflect.get(answer, name);
  if (typeof value === 'string') return value;
  throw new Error(`The token endpoint gave no ${name}: ${JSON.stringify(answer)}`);
};

/**
 * Signs in as a web application does: authorization code with PKCE, through the form of the managed login.
 *
 * @param browser default: a new one
 * @throws Error with the page received instead of the redirect to the application
 */
export const signIn = async (
  { email, password, ...request }: SignInRequest & Credentials,
  browser: Browser = createBrowser(),
): Promise<Tokens> => {
  const { signInUrl, clientId, redirectUri } = request;
  const { verifier, challenge } = createPkce();
  const state = random();
  const url = authorizationUrl(request, { state, code_challenge: challenge });
  const end = await submitCredentials(browser, url, redirectUri, { email, password });
  if (end.location === undefined) throw new Error(`Not signed in (${end.status}): ${end.text}`);
  const query = new URL(end.location).searchParams;
  const code = query.get('code');
  if (code === null || query.get('state') !== state) throw new Error(`Not signed in: ${end.location}`);
  const response = await requestTokens(signInUrl, {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null) throw new Error(`No tokens: ${response.status}`);
  return {
    idToken: text(answer, 'id_token'),
    accessToken: text(answer, 'access_token'),
    refreshToken: text(answer, 'refresh_token'),
  };
};
