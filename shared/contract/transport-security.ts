/**
 * The header of every response that makes browsers use only HTTPS for two years (RFC 6797). It does not
 * include subdomains: the domains of API Gateway have none, and those of a custom domain may not be ours.
 */
export const TRANSPORT_SECURITY = { 'Strict-Transport-Security': 'max-age=63072000' } as const;
