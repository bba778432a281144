import { KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';

const ATTEMPTS = 2;
const CONNECTION_MILLISECONDS = 1_000;
const REQUEST_MILLISECONDS = 3_000;

/**
 * The client for encrypting secrets. Region, credentials and endpoint come from the environment, as the AWS SDK
 * documents (`AWS_ENDPOINT_URL_KMS` points it elsewhere), unless they are given. A call is tried twice, each time
 * with 1 s to connect and 3 s to be answered.
 */
export const createKmsClient = (
  config: Pick<KMSClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): KMSClient =>
  new KMSClient({
    ...config,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
      throwOnRequestTimeout: true,
    },
  });
