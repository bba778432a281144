/** The protocols of identity providers that admins can set up. */
export const PROVIDER_TYPES = ['oidc', 'saml'] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

/**
 * The identifiers that Cognito allows per provider
 * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html).
 */
export const MAX_EMAIL_DOMAINS = 50;

/** Groups with a role, of each role. */
export const MAX_GROUPS = 20;

export const EMAIL_DOMAIN_PATTERN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}$/;

export const CLAIM_PATTERN = /^[\x21-\x7e]{1,200}$/;

/** What the names of providers that admins set up begin with; those of operators never do. */
export const OWN_PROVIDER_PREFIX = 'sso-';
