import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, SecretValue } from 'aws-cdk-lib';
import { CfnUserPool, CfnUserPoolIdentityProvider, type UserPool } from 'aws-cdk-lib/aws-cognito';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { PROVIDER_ROLE_ATTRIBUTE } from '../../shared/contract/users.ts';
import type { IdentityProvider, SamlIdentityProvider, StageConfig } from '../config.ts';
import { identityProviderEnvironment } from './identity-provider-rules.ts';
import { ServiceFunction } from './service-function.ts';

/** Cognito waits no longer for a trigger. */
const TRIGGER_TIMEOUT = Duration.seconds(5);

const DEFAULT_SCOPES = ['openid', 'email'];

/** By the names that the trigger returns, which replace all that the provider says. */
const ATTRIBUTE_MAPPING = {
  email: 'email',
  [`custom:${PROVIDER_ROLE_ATTRIBUTE}`]: `custom:${PROVIDER_ROLE_ATTRIBUTE}`,
};

const metadataOf = ({ metadata }: SamlIdentityProvider): Record<string, string> =>
  'url' in metadata
    ? { MetadataURL: metadata.url }
    : { MetadataFile: readFileSync(join(import.meta.dirname, '..', '..', metadata.file), 'utf8') };

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
 * The function that decides organization and role of the providers' users. It has no access to any data: its rules are
 * the operator's configuration.
 */
const addTriggers = (scope: Construct, userPool: UserPool, config: StageConfig): void => {
  const { function: triggers } = new ServiceFunction(scope, 'Triggers', {
    functionName: 'user-pool-triggers',
    description: 'Decides organization and role of users of identity providers',
    environment: identityProviderEnvironment(config.identityProviders),
    timeout: TRIGGER_TIMEOUT,
    config,
  });
  triggers.addPermission('UserPool', {
    principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
    sourceArn: userPool.userPoolArn,
  });
  const resource = userPool.node.defaultChild;
  if (!(resource instanceof CfnUserPool)) throw new Error('The user pool has no resource.');
  const version = { lambdaArn: triggers.functionArn, lambdaVersion: 'V1_0' };
  resource.lambdaConfig = { inboundFederation: version, preTokenGenerationConfig: version };
};

/**
 * Adds the identity providers of a stage, and the triggers that keep each to its own organization.
 *
 * @returns their resources, which the client depends on
 * @throws Error naming an invalid provider and setting
 */
export const addIdentityProviders = (
  scope: Construct,
  userPool: UserPool,
  config: StageConfig,
): readonly CfnUserPoolIdentityProvider[] => {
  const { identityProviders = [] } = config;
  if (identityProviders.length === 0) return [];
  addTriggers(scope, userPool, config);
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
