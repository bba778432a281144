import { z } from 'zod';
import type { Operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';
import type { PoolProviders } from './pool/own-providers.ts';
import type { UserPoolClient } from './pool/user-pool-client.ts';

const named = z.object({ UserPoolId: z.string(), ProviderName: z.string() });

const providerSchema = named.extend({
  ProviderType: z.enum(['OIDC', 'SAML']).optional(),
  AttributeMapping: z.record(z.string(), z.string()),
  ProviderDetails: z.union([
    z.strictObject({
      attributes_request_method: z.literal('GET'),
      authorize_scopes: z.string(),
      client_id: z.string(),
      client_secret: z.string().min(1),
      oidc_issuer: z.url(),
    }),
    z.strictObject({ MetadataURL: z.url(), IDPInit: z.literal('false'), IDPSignout: z.literal('false') }),
  ]),
});

const clientSchema = z.looseObject({
  UserPoolId: z.string(),
  GenerateSecret: z.literal(false),
  SupportedIdentityProviders: z.tuple([z.string()]),
  CallbackURLs: z.array(z.string()),
  ExplicitAuthFlows: z.tuple([z.literal('ALLOW_CUSTOM_AUTH')]),
});

const refuse = (name: string, message: string): never => {
  throw new ServiceError(name, message);
};

type Run = <T extends { readonly UserPoolId: string }>(
  schema: z.ZodType<T>,
  call: (input: T) => Promise<object>,
) => Operation;

/** The calls of Cognito's own API on identity providers, and on the app clients that offer them. */
export const createProviderOperations = (
  run: Run,
  client: Pick<UserPoolClient, 'id' | 'callbackUrls' | 'logoutUrls'>,
  providers: PoolProviders,
): Readonly<Record<string, Operation>> => {
  const requireProvider = (name: string) =>
    providers.find(name) ?? refuse('ResourceNotFoundException', `Identity provider ${name} does not exist.`);

  const put = async ({
    ProviderName: name,
    AttributeMapping: mapping,
    ProviderDetails: details,
  }: z.infer<typeof providerSchema>): Promise<object> => {
    if ('MetadataURL' in details) {
      return refuse('InvalidParameterException', 'The local service does not serve SAML.');
    }
    await providers.put({
      name,
      identifiers: [],
      issuer: details.oidc_issuer,
      clientId: details.client_id,
      clientSecret: details.client_secret,
      scope: details.authorize_scopes,
      mapping,
    });
    return { IdentityProvider: { ProviderName: name } };
  };

  return {
    DescribeIdentityProvider: run(named, async ({ ProviderName }) => {
      const { identifiers, issuer } = requireProvider(ProviderName);
      const details = { oidc_issuer: issuer };
      return { IdentityProvider: { ProviderName, IdpIdentifiers: identifiers, ProviderDetails: details } };
    }),

    CreateIdentityProvider: run(providerSchema, async (input) =>
      providers.find(input.ProviderName) === undefined
        ? put(input)
        : refuse('DuplicateProviderException', `A provider ${input.ProviderName} already exists.`),
    ),

    UpdateIdentityProvider: run(providerSchema, async (input) => {
      requireProvider(input.ProviderName);
      return put(input);
    }),

    DeleteIdentityProvider: run(named, async ({ ProviderName }) => {
      requireProvider(ProviderName);
      await providers.remove(ProviderName);
      return {};
    }),

    DescribeUserPoolClient: run(
      z.object({ UserPoolId: z.string(), ClientId: z.literal(client.id) }),
      async () => ({
        UserPoolClient: {
          ClientId: client.id,
          CallbackURLs: client.callbackUrls,
          LogoutURLs: client.logoutUrls,
          AllowedOAuthFlows: ['code'],
          AllowedOAuthScopes: ['openid'],
        },
      }),
    ),

    CreateUserPoolClient: run(clientSchema, async (input) => {
      const [name] = input.SupportedIdentityProviders;
      requireProvider(name);
      if (input.CallbackURLs.join() !== client.callbackUrls.join()) {
        refuse('InvalidParameterException', 'The local service has one application.');
      }
      return { UserPoolClient: { ClientId: await providers.addClient(name) } };
    }),

    DeleteUserPoolClient: run(z.object({ UserPoolId: z.string(), ClientId: z.string() }), async (input) => {
      if (input.ClientId === client.id) refuse('InvalidParameterException', 'The console needs this client.');
      await providers.removeClient(input.ClientId);
      return {};
    }),
  };
};
