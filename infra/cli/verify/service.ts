import type { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { createOrganizationManager } from '../../../shared/organizations/manage.ts';
import type { Api } from './api.ts';

/** The service that is verified, through its APIs and with the operator's AWS permissions. */
export interface VerifiedService {
  /** The base address of the data API, without a trailing slash. */
  readonly apiUrl: string;
  /** Absent for the local service. */
  readonly apiGateway: APIGatewayClient | undefined;
  /** A usage plan of the data API. */
  readonly usagePlanId: string;
  readonly dynamodb: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly store: KeyStore;
  readonly cognito: CognitoIdentityProviderClient;
  readonly userPoolId: string;
  readonly clientId: string;
  readonly consoleUrl: string;
  readonly organizations: ReturnType<typeof createOrganizationManager>;
  /** Calls the data API, with a key if there is one. */
  dataApi(key?: string): Api;
  /** Calls the admin API, with an ID token if there is one. */
  adminApi(idToken?: string): Api;
  /** Calls the sign-in page. */
  readonly signInPage: Api;
  /**
   * Receives the test's events. A POST to the data API is a `405`: a response that shows that deliveries
   * reach the internet. Without a public address of the data API, a host that does not exist: attempts fail,
   * but are made.
   */
  readonly receiver: { readonly url: string; readonly isReachable: boolean };
}
