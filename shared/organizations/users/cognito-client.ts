import {
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider';

/** A change of a user makes up to four calls, one after the other. */
export const MAX_CALLS = 4;

/**
 * Region, credentials and endpoint (`AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER`) come from the environment
 * unless they are given.
 */
export const createCognitoClient = (
  config: CognitoIdentityProviderClientConfig = {},
): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    ...config,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 500, requestTimeout: 2_000, throwOnRequestTimeout: true },
  });
