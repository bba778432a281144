import type { ConsoleConfiguration } from './page.ts';

/**
 * What the page may load and call: itself, and the sign-in page for its tokens. Trusted Types without any
 * policy keep text from ever becoming script or markup (CSP Level 3; https://www.w3.org/TR/trusted-types/).
 */
const contentSecurityPolicy = ({ signInUrl }: ConsoleConfiguration): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(signInUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/**
 * Headers of every response: nothing is guessed, framed, shared with other windows or told to other sites.
 */
export const securityHeaders = (configuration: ConsoleConfiguration): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(configuration),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
});
