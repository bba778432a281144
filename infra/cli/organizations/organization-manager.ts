import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createOrganizationManager, type OrganizationManager } from '../../../shared/organizations/manage.ts';
import { createUserDirectory } from '../../../shared/organizations/user-directory.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { connect } from '../support/connection.ts';

export interface ConnectedOrganizations {
  readonly manager: OrganizationManager;
  /** Whether the service can mail invitations. */
  readonly canMail: boolean;
  readonly signInUrl: string;
}

/** Connects to the organizations of a stack, or of the local service. */
export const connectOrganizations = async (stack: string | undefined): Promise<ConnectedOrganizations> => {
  const connection = await connect(stack);
  const client = new CognitoIdentityProviderClient(connection.cognito);
  return {
    manager: createOrganizationManager({
      ...createTable(connection.documents, connection.output('TableName')),
      users: createUserDirectory(client, connection.output('UserPoolId')),
    }),
    canMail: stack !== undefined,
    signInUrl: connection.output('SignInUrl'),
  };
};
