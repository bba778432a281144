import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import { createOrganizationManager } from '../../../shared/organizations/manage.ts';
import { createUserDirectory } from '../../../shared/organizations/users/user-directory.ts';
import { keyStoreOf } from '../keys/connect-keys.ts';
import { connect } from '../support/connection.ts';
import { createApi } from './api.ts';

/** A host that does not exist: attempts fail, but are made. */
const UNREACHABLE_RECEIVER = { url: 'https://receiver.invalid/', isReachable: false };

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '');

/** The service that is verified, through its APIs and with the operator's AWS permissions. */
export type VerifiedService = Awaited<ReturnType<typeof connectService>>;

/** Connects to the service of a stack, or to the local one. The URLs replace those of the stack. */
export const connectService = async (
  stack: string | undefined,
  urls: { readonly api: string | undefined; readonly admin: string | undefined },
  signal: AbortSignal,
) => {
  const connection = await connect(stack);
  const { clientOptions, output, allowsLoopback } = connection;
  const store = keyStoreOf(connection);
  const cognito = new CognitoIdentityProviderClient(clientOptions('cognito'));
  const userPoolId = output('UserPoolId');
  const apiUrl = withoutTrailingSlash(urls.api ?? output('ApiUrl'));
  const adminUrl = withoutTrailingSlash(urls.admin ?? output('AdminUrl'));
  const isReachable = apiUrl.startsWith('https://') || allowsLoopback;
  const [usagePlanId = ''] = Object.values<string>(JSON.parse(output('UsagePlans')));
  return {
    apiUrl,
    /** Absent for the local service. */
    apiGateway: stack === undefined ? undefined : new APIGatewayClient(clientOptions('apiGateway')),
    usagePlanId,
    dynamodb: new DynamoDBClient(clientOptions('dynamodb')),
    tableName: output('TableName'),
    store,
    cognito,
    userPoolId,
    clientId: output('UserPoolClientId'),
    consoleUrl: output('ConsoleUrl'),
    organizations: createOrganizationManager({
      ...store,
      endGrants: createEndGrants(store),
      users: createUserDirectory(cognito, userPoolId),
    }),
    dataApi: (key?: string) => createApi(apiUrl, key === undefined ? {} : { 'X-Api-Key': key }, signal),
    adminApi: (idToken?: string) =>
      createApi(adminUrl, idToken === undefined ? {} : { Authorization: `Bearer ${idToken}` }, signal),
    signInPage: createApi(withoutTrailingSlash(output('SignInUrl')), {}, signal),
    // A POST to the data API is a `405`: a response that shows that deliveries reach the internet.
    receiver: isReachable ? { url: `${apiUrl}/v1/openapi.json`, isReachable } : UNREACHABLE_RECEIVER,
  };
};
