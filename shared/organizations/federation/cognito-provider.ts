import { PROVIDER_ROLE_ATTRIBUTE } from '../../contract/organizations/users.ts';

/** The attributes that the trigger returns, which replace all claims of the provider. */
export const ATTRIBUTE_MAPPING = {
  email: 'email',
  [`custom:${PROVIDER_ROLE_ATTRIBUTE}`]: `custom:${PROVIDER_ROLE_ATTRIBUTE}`,
};

export const DEFAULT_SCOPES: readonly string[] = ['openid', 'email'];

/** The `ProviderDetails` of an OpenID provider. */
export const oidcDetails = (provider: {
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}): Record<string, string> => ({
  attributes_request_method: 'GET',
  authorize_scopes: provider.scopes.join(' '),
  client_id: provider.clientId,
  client_secret: provider.clientSecret,
  oidc_issuer: provider.address,
});

/** The `ProviderDetails` of a SAML provider. Sign-ins start at the service, never at the provider. */
export const samlDetails = (metadata: Record<string, string>): Record<string, string> => ({
  ...metadata,
  IDPInit: 'false',
  IDPSignout: 'false',
});
