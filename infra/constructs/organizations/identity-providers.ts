import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SecretValue } from 'aws-cdk-lib';
import { CfnUserPoolIdentityProvider, type UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { OWN_PROVIDER_PREFIX } from '../../../shared/contract/organizations/single-sign-on.ts';
import {
  ATTRIBUTE_MAPPING,
  DEFAULT_SCOPES,
  oidcDetails,
  samlDetails,
} from '../../../shared/organizations/federation/cognito-provider.ts';
import type { IdentityProvider, SamlIdentityProvider, StageConfig } from '../../config.ts';

/** Names of Cognito's own. */
const RESERVED = ['cognito', 'facebook', 'google', 'loginwithamazon', 'signinwithapple'];

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
 */
const MAX_DOMAINS = 50;
/** Cognito's limit of an identifier of a provider. */
const MAX_DOMAIN_LENGTH = 40;

const isLoopback = (url: string): boolean => /^http:\/\/127\.0\.0\.1(:\d+)?(\/|$)/.test(url);

/** Where Cognito finds the provider; `undefined` for a file. */
const addressOf = (provider: IdentityProvider): string | undefined => {
  if (provider.type === 'oidc') return provider.issuer;
  return 'url' in provider.metadata ? provider.metadata.url : undefined;
};

/** What is wrong with a provider; `undefined` for a valid one. */
const problemOf = (provider: IdentityProvider): string | undefined => {
  const { name, emailDomains } = provider;
  const isReserved = RESERVED.includes(name.toLowerCase()) || name.startsWith(OWN_PROVIDER_PREFIX);
  if (!/^[A-Za-z][A-Za-z0-9-]{2,31}$/.test(name) || isReserved) {
    return (
      '`name` must have 3 to 32 letters, digits and hyphens, start with a letter, and not be one of ' +
      `Cognito’s own or start with ${OWN_PROVIDER_PREFIX}`
    );
  }
  const isDomain = (domain: string): boolean =>
    domain.length <= MAX_DOMAIN_LENGTH && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain);
  if (emailDomains.length === 0 || emailDomains.length > MAX_DOMAINS || !emailDomains.every(isDomain)) {
    return (
      `\`emailDomains\` must be 1 to ${MAX_DOMAINS} domains in lower case with at most ` +
      `${MAX_DOMAIN_LENGTH} characters`
    );
  }
  const url = addressOf(provider);
  if (url === undefined) return undefined;
  // Cognito itself refuses plain HTTP; the local service accepts it from this machine.
  if (!URL.canParse(url) || !(url.startsWith('https://') || isLoopback(url))) {
    return `${provider.type === 'oidc' ? '`issuer`' : '`metadata.url`'} must be an https URL`;
  }
  return provider.type === 'oidc' && url.endsWith('/') ? '`issuer` must not end with a slash' : undefined;
};

const requireUnique = (what: string, values: readonly string[]): void => {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`Two identity providers have the ${what} ${twice}.`);
};

/** @throws Error naming an invalid provider and setting */
const requireValid = (providers: readonly IdentityProvider[]): void => {
  for (const provider of providers) {
    const problem = problemOf(provider);
    if (problem !== undefined)
      throw new Error(`The identity provider ${provider.name} is invalid: ${problem}.`);
  }
  requireUnique(
    'name',
    providers.map(({ name }) => name.toLowerCase()),
  );
  requireUnique(
    'email domain',
    providers.flatMap(({ emailDomains }) => emailDomains),
  );
};

const metadataOf = ({ metadata }: SamlIdentityProvider): Record<string, string> =>
  'url' in metadata
    ? { MetadataURL: metadata.url }
    : { MetadataFile: readFileSync(join(import.meta.dirname, '..', '..', '..', metadata.file), 'utf8') };

const detailsOf = (provider: IdentityProvider): Record<string, string> =>
  provider.type === 'saml'
    ? samlDetails(metadataOf(provider))
    : oidcDetails({
        address: provider.issuer,
        clientId: provider.clientId,
        // A reference, which CloudFormation resolves: the template never contains the secret.
        clientSecret: SecretValue.secretsManager(provider.clientSecretName).unsafeUnwrap(),
        scopes: provider.scopes ?? DEFAULT_SCOPES,
      });

/**
 * Adds the identity providers of a stage, which the pool's triggers keep to their organizations.
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
  requireValid(identityProviders);
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
