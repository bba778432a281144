import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createOrganizationManager, type OrganizationManager } from '../../../shared/organizations/manage.ts';
import { createUserDirectory } from '../../../shared/organizations/user-directory.ts';
import { createTableReader } from '../../../shared/table/document-client-reader.ts';
import { createTableWriter } from '../../../shared/table/document-client-writer.ts';
import { connect } from '../support/connection.ts';

export interface ConnectedOrganizations {
  readonly manager: OrganizationManager;
  /** Whether a password that nobody is shown would reach the user. */
  readonly canMail: boolean;
  readonly signInUrl: string;
}

/** Connects to the organizations of a stack, or of the service that runs on this machine. */
export const connectOrganizations = async (stack: string | undefined): Promise<ConnectedOrganizations> => {
  const connection = await connect(stack);
  const tableName = connection.output('TableName');
  const client = new CognitoIdentityProviderClient(connection.cognito);
  return {
    manager: createOrganizationManager({
      reader: createTableReader(connection.documents, tableName),
      writer: createTableWriter(connection.documents, tableName),
      users: createUserDirectory(client, connection.output('UserPoolId')),
    }),
    canMail: stack !== undefined,
    signInUrl: connection.output('SignInUrl'),
  };
};
