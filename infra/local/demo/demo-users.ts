import { randomBytes } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import type { Actor } from '../../../shared/audit-log/audit-entry.ts';
import { ROLES, type Role } from '../../../shared/contract/organizations/users.ts';
import { createOrganizationManager } from '../../../shared/organizations/manage.ts';
import { createUserDirectory } from '../../../shared/organizations/users/user-directory.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';

export interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

export interface DemoUserOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly userPoolId: string;
  /** Cognito's own API. */
  readonly cognito: ConstructorParameters<typeof CognitoIdentityProviderClient>[0];
  readonly organization: { readonly id: string; readonly name: string };
  readonly actor: Actor;
}

/** The random part avoids the email of an earlier demo user whose password is lost. */
const demoUser = (role: Role): DemoUser => ({
  email: `${role}-${randomBytes(2).toString('hex')}@demo.example`,
  password: `${randomBytes(9).toString('base64url')}aA1!`,
  role,
});

/** Creates the demo organization, if missing, and a user of each role. */
export const createDemoUsers = async (options: DemoUserOptions): Promise<readonly DemoUser[]> => {
  const { client, tableName, organization, actor } = options;
  const cognito = new CognitoIdentityProviderClient(options.cognito ?? {});
  const table = createTable(client, tableName);
  const manager = createOrganizationManager({
    ...table,
    endGrants: createEndGrants(table),
    users: createUserDirectory(cognito, options.userPoolId),
  });
  await manager.create(organization, actor);
  const users = ROLES.map(demoUser);
  for (const { email, password, role } of users) {
    const invitation = { organizationId: organization.id, email, role, temporaryPassword: password };
    await manager.invite(invitation, actor);
  }
  cognito.destroy();
  return users;
};
