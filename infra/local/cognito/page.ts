import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../html/escape-html.ts';

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 22rem; padding: 0 1rem; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; }
label { display: block; font-weight: 600; margin-top: 1rem; }
input { box-sizing: border-box; font: inherit; width: 100%; padding: .5rem; border: 1px solid #595959; border-radius: .25rem; }
button { font: inherit; font-weight: 600; width: 100%; margin-top: 1.5rem; padding: .6rem; color: #fff; background: #0b57d0; border: 1px solid #0b57d0; border-radius: .25rem; cursor: pointer; }
:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
[role="alert"] { padding: .75rem; border: 1px solid #b3261e; border-radius: .25rem; color: #8c1d18; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Headers of every page: it runs no script, loads nothing, is not kept and cannot be framed.
 *
 * @param formTargets origins besides its own that a form leads to. Browsers hold the redirects after a form to
 * `form-action` too, so those of the application have to be there (CSP Level 3, section 6.4.2)
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

/**
 * A whole document.
 *
 * @param content as HTML
 */
export const page = (title: string, content: string): string => `<!doctype html>
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

/** A page that says why something did not work. */
export const problemPage = (reason: string): string =>
  page('Sign-in did not work', `<p role="alert">${escapeHtml(reason)}</p>`);

/** Answers with a page that says why something did not work. */
export const sendProblem = (response: ServerResponse, status: number, reason: string): void => {
  response.writeHead(status, pageHeaders()).end(problemPage(reason));
};
