/**
 * The security headers of pages and assets, besides those of every response. The policy allows the page to
 * load and call only its own origin, the sign-in page for tokens, and the bucket for uploads. Trusted Types
 * without a policy prevent text from becoming script or markup (CSP Level 3;
 * https://www.w3.org/TR/trusted-types/).
 */
export const securityHeaders = (signInUrl: string, uploadsUrl: string): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(signInUrl).origin} ${uploadsUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
});
