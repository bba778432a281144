import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource } from '../../assembly/stack.ts';

/** The application that users sign in to: a public client, without a secret. */
export interface UserPoolClient {
  readonly id: string;
  /** Redirect URIs after sign-in, compared exactly. */
  readonly callbackUrls: readonly string[];
  /** Redirect URIs after sign-out, compared exactly. */
  readonly logoutUrls: readonly string[];
  readonly idTokenSeconds: number;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** How long a replaced refresh token stays valid. */
  readonly refreshGraceSeconds: number;
  /** Names of the attributes that its ID tokens contain. */
  readonly readAttributes: readonly string[];
  /** Names of the identity providers that it offers. */
  readonly providers: readonly string[];
}

const minutes = z
  .number()
  .positive()
  .transform((count) => count * 60);

const clientSchema = z.strictObject({
  GenerateSecret: z.literal(false).optional(),
  AllowedOAuthFlowsUserPoolClient: z.literal(true),
  AllowedOAuthFlows: z.tuple([z.literal('code')]),
  AllowedOAuthScopes: z.tuple([z.literal('openid')]),
  CallbackURLs: z.array(z.string()).min(1),
  LogoutURLs: z.array(z.string()).default([]),
  SupportedIdentityProviders: z.tuple([z.literal('COGNITO')], z.string()),
  IdTokenValidity: minutes,
  AccessTokenValidity: minutes,
  RefreshTokenValidity: minutes,
  TokenValidityUnits: z.strictObject({
    IdToken: z.literal('minutes'),
    AccessToken: z.literal('minutes'),
    RefreshToken: z.literal('minutes'),
  }),
  /** No challenge expires here. */
  AuthSessionValidity: ignored(),
  EnableTokenRevocation: z.literal(true).optional(),
  RefreshTokenRotation: z.strictObject({
    Feature: z.literal('ENABLED'),
    RetryGracePeriodSeconds: z.number(),
  }),
  ReadAttributes: z.array(z.string()),
  /** Users cannot change their attributes here. */
  WriteAttributes: ignored(),
  /** The sign-in page never reveals whether a user exists. */
  PreventUserExistenceErrors: ignored(),
  /** The sign-in page is the only way to sign in here. */
  ExplicitAuthFlows: ignored(),
});

/**
 * @param localUrl translates an address of the stack into the one on this machine
 * @throws StartError for an unsupported client
 */
export const readUserPoolClient = (
  resource: Resource,
  poolId: string,
  localUrl: (url: string) => string,
): UserPoolClient => {
  const schema = clientSchema.extend({ UserPoolId: z.literal(poolId) });
  const properties = readProperties(resource, schema);
  const [, ...providers] = properties.SupportedIdentityProviders;
  return {
    id: resource.physicalId,
    callbackUrls: properties.CallbackURLs.map(localUrl),
    logoutUrls: properties.LogoutURLs.map(localUrl),
    idTokenSeconds: properties.IdTokenValidity,
    accessTokenSeconds: properties.AccessTokenValidity,
    refreshTokenSeconds: properties.RefreshTokenValidity,
    refreshGraceSeconds: properties.RefreshTokenRotation.RetryGracePeriodSeconds,
    readAttributes: properties.ReadAttributes,
    providers,
  };
};
