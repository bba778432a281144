import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';

/**
 * A client with the credentials, Region and endpoint (`AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER`) of the
 * environment. An operation makes up to six calls, within the time limit of its function.
 */
export const createCognitoClient = (): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 500, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });
