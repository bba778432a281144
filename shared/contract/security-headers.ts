/**
 * The security headers of every response of both APIs. Browsers use only HTTPS for two years (RFC 6797),
 * without subdomains: the domains of API Gateway have none, and those of a custom domain may not be ours.
 * They take no response for anything but its media type, such as a text from a record for a script.
 */
export const SECURITY_HEADERS = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
} as const;
