import {
  type CognitoIdentityProviderClient,
  CreateIdentityProviderCommand,
  CreateUserPoolClientCommand,
  DeleteIdentityProviderCommand,
  DeleteUserPoolClientCommand,
  DescribeUserPoolClientCommand,
  DuplicateProviderException,
  ResourceNotFoundException,
  UpdateIdentityProviderCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ORGANIZATION_ATTRIBUTE, PROVIDER_ROLE_ATTRIBUTE } from '../../contract/organizations/users.ts';
import { ATTRIBUTE_MAPPING, oidcDetails, samlDetails } from './cognito-provider.ts';
import type { ProviderSettings } from './connection.ts';

/** The providers of the user pool that admins set up, each with an app client of its own. */
export interface ProviderDirectory {
  /** Creates a provider, or replaces how Cognito reaches it. Idempotent. */
  put(name: string, settings: ProviderSettings, clientSecret: string): Promise<void>;
  /**
   * Creates the app client that users of a provider sign in to, like that of the console but with no other
   * provider and no passwords.
   *
   * @returns its id
   */
  createClient(provider: string): Promise<string>;
  /** Removes a provider and its app client. Idempotent. */
  remove(name: string, appClientId: string | undefined): Promise<void>;
}

const CUSTOM = (name: string): string => `custom:${name}`;

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof ResourceNotFoundException)) throw error;
};

/**
 * @param consoleClientId the app client of users with a password, which is never changed
 */
export const createProviderDirectory = (
  client: CognitoIdentityProviderClient,
  userPoolId: string,
  consoleClientId: string,
): ProviderDirectory => ({
  async put(name, { type, address, clientId, scopes }, clientSecret) {
    const provider = {
      UserPoolId: userPoolId,
      ProviderName: name,
      AttributeMapping: ATTRIBUTE_MAPPING,
      ProviderDetails:
        type === 'saml'
          ? samlDetails({ MetadataURL: address })
          : oidcDetails({ address, clientId: clientId ?? '', clientSecret, scopes: scopes ?? [] }),
    };
    const ProviderType = type === 'saml' ? 'SAML' : 'OIDC';
    try {
      await client.send(new CreateIdentityProviderCommand({ ...provider, ProviderType }));
    } catch (error) {
      if (!(error instanceof DuplicateProviderException)) throw error;
      await client.send(new UpdateIdentityProviderCommand(provider));
    }
  },

  async createClient(provider) {
    const described = await client.send(
      new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: consoleClientId }),
    );
    const {
      ClientId: _id,
      ClientSecret: _secret,
      CreationDate: _created,
      LastModifiedDate: _modified,
      ...settings
    } = described.UserPoolClient ?? {};
    const role = CUSTOM(PROVIDER_ROLE_ATTRIBUTE);
    const created = await client.send(
      new CreateUserPoolClientCommand({
        ...settings,
        UserPoolId: userPoolId,
        ClientName: provider,
        GenerateSecret: false,
        SupportedIdentityProviders: [provider],
        // The only flow without a password: no trigger of the pool offers it.
        ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
        ReadAttributes: ['email', 'email_verified', CUSTOM(ORGANIZATION_ATTRIBUTE), role],
        WriteAttributes: ['email', role],
      }),
    );
    const id = created.UserPoolClient?.ClientId;
    if (id === undefined) throw new Error('Cognito returned an app client without an id.');
    return id;
  },

  async remove(name, appClientId) {
    if (appClientId === consoleClientId) throw new Error('The app client of the console is never removed.');
    if (appClientId !== undefined) {
      const command = new DeleteUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: appClientId });
      await client.send(command).catch(ignoreMissing);
    }
    const command = new DeleteIdentityProviderCommand({ UserPoolId: userPoolId, ProviderName: name });
    await client.send(command).catch(ignoreMissing);
  },
});
