const MAX_LENGTH = 500;

/** The loopback addresses of a client on the user's machine (RFC 8252, section 7.3), and their name. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * A private-use scheme is a domain name in reverse, such as `com.example.app:` (RFC 8252, section 7.1).
 * Operating systems open their own tools by schemes without a dot, such as `ms-msdt:` and `smb:`.
 */
const REVERSE_DOMAIN = /^[a-z]+(?:\.[a-z0-9-]+)+:$/;

/** The schemes of editors that connect to MCP servers, and do not follow the rule. */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/** Where a redirect URI leads: to a host, to the user's machine, or to a program on it. */
export const redirectTarget = (uri: string): string => {
  const url = new URL(uri);
  if (isLoopback(url)) return 'this computer';
  return url.protocol === 'https:' ? url.host : `the app that opens ${url.protocol}`;
};

/** What is wrong with a redirect URI that a client declares; completes "The redirect URI …". */
export const redirectUriProblem = (uri: string): string | undefined => {
  if (uri.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[a-z][a-z0-9+.-]*:\/[!-~]+$/i.test(uri) || !URL.canParse(uri)) {
    return 'must be an absolute URI in ASCII, such as https://client.example.com/callback';
  }
  const url = new URL(uri);
  if (uri.includes('#')) return 'must not contain a fragment';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  // A parser completes `https:/host`, which not every client reads the same way.
  if (/^https?:\/(?!\/)/i.test(uri)) return `must start with ${url.protocol}//`;
  if (url.protocol === 'https:' || isLoopback(url)) return undefined;
  if (REVERSE_DOMAIN.test(url.protocol) || EDITOR_SCHEMES.has(url.protocol)) return undefined;
  return 'must use https, http with 127.0.0.1, [::1] or localhost, or a scheme such as com.example.app:';
};

/** Without the port of a loopback address: programs choose a free one each time. */
const comparable = (uri: string): string =>
  redirectUriProblem(uri) === undefined && isLoopback(new URL(uri))
    ? uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/i, '$1')
    : uri;

/** Whether a redirect URI is exactly one of those that the client declares. */
export const isDeclared = (uri: string, declared: readonly string[]): boolean =>
  declared.some((each) => each === uri || comparable(each) === comparable(uri));
