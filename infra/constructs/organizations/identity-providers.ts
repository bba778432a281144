import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretValue } from 'aws-cdk-lib';
import { CfnUserPoolIdentityProvider, type UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { PROVIDER_ROLE_ATTRIBUTE } from '../../../shared/contract/users.ts';
import type { IdentityProvider, SamlIdentityProvider, StageConfig } from '../../config.ts';

const DEFAULT_SCOPES = ['openid', 'email'];

/** By the names that the trigger returns, which replace all that the provider says. */
const ATTRIBUTE_MAPPING = {
  email: 'email',
  [`custom:${PROVIDER_ROLE_ATTRIBUTE}`]: `custom:${PROVIDER_ROLE_ATTRIBUTE}`,
};

const metadataOf = ({ metadata }: SamlIdentityProvider): Record<string, string> =>
  'url' in metadata
    ? { MetadataURL: metadata.url }
    : { MetadataFile: readFileSync(join(import.meta.dirname, '..', '..', '..', metadata.file), 'utf8') };

const detailsOf = (provider: IdentityProvider): Record<string, string> =>
  provider.type === 'saml'
    ? { ...metadataOf(provider), IDPInit: 'false', IDPSignout: 'false' }
    : {
        attributes_request_method: 'GET',
        authorize_scopes: (provider.scopes ?? DEFAULT_SCOPES).join(' '),
        client_id: provider.clientId,
        // A reference, which CloudFormation resolves: the template never contains the secret.
        client_secret: SecretValue.secretsManager(provider.clientSecretName).unsafeUnwrap(),
        oidc_issuer: provider.issuer,
      };

/**
 * Adds the identity providers of a stage, which the pool's triggers keep to their organizations.
 *
 * @returns their resources, which the client depends on
 */
export const addIdentityProviders = (
  scope: Construct,
  userPool: UserPool,
  config: StageConfig,
): readonly CfnUserPoolIdentityProvider[] => {
  const { identityProviders = [] } = config;
  return identityProviders.map(
    (provider) =>
      new CfnUserPoolIdentityProvider(scope, `IdentityProvider-${provider.name}`, {
        userPoolId: userPool.userPoolId,
        providerName: provider.name,
        providerType: provider.type === 'saml' ? 'SAML' : 'OIDC',
        providerDetails: detailsOf(provider),
        attributeMapping: ATTRIBUTE_MAPPING,
        idpIdentifiers: [...provider.emailDomains],
      }),
  );
};
