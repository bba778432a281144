import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../../docs-site/html.ts';

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 22rem; padding: 0 1rem; color: \
#1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; }
label { display: block; font-weight: 600; margin-top: 1rem; }
input { box-sizing: border-box; font: inherit; width: 100%; padding: .5rem; border: 1px solid #595959; \
border-radius: .25rem; }
button { font: inherit; font-weight: 600; width: 100%; margin-top: 1.5rem; padding: .6rem; color: #fff; \
background: #0b57d0; border: 1px solid #0b57d0; border-radius: .25rem; cursor: pointer; }
:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
[role="alert"] { padding: .75rem; border: 1px solid #b3261e; border-radius: .25rem; color: #8c1d18; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Headers of every page: no scripts, no external resources, no caching, no framing.
 *
 * @param formTargets origins, besides its own, that submitting a form redirects to: `form-action` applies to
 *   redirects too (CSP Level 3, section 6.4.2)
 */
export const pageHeaders = (formTargets: readonly string[] = []): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** @param content as HTML */
const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

export const problemPage = (reason: string): string =>
  page('Sign-in failed', `<p role="alert">${escapeHtml(reason)}</p>`);

export const sendProblem = (response: ServerResponse, status: number, reason: string): void => {
  response.writeHead(status, pageHeaders()).end(problemPage(reason));
};

export interface LoginForm {
  /** Ties the form to the browser that requested it. */
  readonly request: string;
  /** As typed before. */
  readonly email?: string;
  /** Names of identity providers to sign in with instead. */
  readonly providers: readonly string[];
  /** Why the last attempt was refused. */
  readonly refusal?: string;
}

/** The page on which a user signs in. It works without JavaScript. */
export const loginPage = ({ request, email = '', providers, refusal }: LoginForm): string => {
  const described = refusal !== undefined ? ' aria-invalid="true" aria-describedby="refusal"' : '';
  return page(
    'Sign in',
    `${refusal === undefined ? '' : `<p role="alert" id="refusal">${escapeHtml(refusal)}</p>`}
<form method="post" action="/login">
<input type="hidden" name="request" value="${escapeHtml(request)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="128" \
value="${escapeHtml(email)}"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required \
maxlength="256"${described}>
<button type="submit">Sign in</button>
</form>
${providers
  .map(
    (name) =>
      `<p><a href="/login?provider=${encodeURIComponent(name)}">Continue with ${escapeHtml(name)}</a></p>`,
  )
  .join('\n')}`,
  );
};
