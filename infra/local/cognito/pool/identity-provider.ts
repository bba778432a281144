import { z } from 'zod';
import { readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';

/** An OpenID provider as declared. */
export interface IdentityProvider {
  readonly name: string;
  /** Values of `idp_identifier`. */
  readonly identifiers: readonly string[];
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Names of the provider's attributes, by those of the pool. */
  readonly mapping: Readonly<Record<string, string>>;
}

/** Values of secrets in AWS Secrets Manager, by name. */
export type Secrets = Readonly<Record<string, string>>;

const providerSchema = z.strictObject({
  UserPoolId: z.string(),
  ProviderName: z.string(),
  ProviderType: z.literal('OIDC'),
  ProviderDetails: z.strictObject({
    attributes_request_method: z.literal('GET'),
    authorize_scopes: z.string(),
    client_id: z.string(),
    client_secret: z.string(),
    oidc_issuer: z.string(),
  }),
  AttributeMapping: z.record(z.string(), z.string()),
  IdpIdentifiers: z.array(z.string()),
});

const resolveSecret = (reference: string, provider: string, secrets: Secrets): string => {
  const [, name = ''] = /^\{\{resolve:secretsmanager:([^:]+):SecretString:::\}\}$/.exec(reference) ?? [];
  const secret = secrets[name];
  if (secret !== undefined) return secret;
  throw new StartError(
    `The identity provider ${provider} needs the secret ${name}. ` +
      'Set IDENTITY_PROVIDER_SECRETS to a JSON object of secrets by name.',
  );
};

/** @throws StartError for SAML, an unsupported property or a missing secret */
export const readIdentityProvider = (resource: Resource, secrets: Secrets): IdentityProvider => {
  const { ProviderType: type, ProviderName: name } = resource.properties;
  if (type === 'SAML') {
    throw new StartError(
      `The local runner does not serve SAML, which the identity provider ${String(name)} uses. ` +
        'Remove it from the stage, or use OpenID Connect.',
    );
  }
  const properties = readProperties(resource, providerSchema);
  const details = properties.ProviderDetails;
  return {
    name: properties.ProviderName,
    identifiers: properties.IdpIdentifiers,
    issuer: details.oidc_issuer,
    clientId: details.client_id,
    clientSecret: resolveSecret(details.client_secret, properties.ProviderName, secrets),
    scope: details.authorize_scopes,
    mapping: properties.AttributeMapping,
  };
};
