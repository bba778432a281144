import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';
import { STANDARD_ATTRIBUTES } from './attribute-schema.ts';

/** An application that users of the pool sign in to: a public one, which has no secret. */
export interface UserPoolClient {
  readonly id: string;
  /** Where the browser may be sent after signing in, compared exactly. */
  readonly callbackUrls: readonly string[];
  /** Where the browser may be sent after signing out, compared exactly. */
  readonly logoutUrls: readonly string[];
  readonly scopes: readonly string[];
  readonly idTokenSeconds: number;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** Whether each refresh gives a new refresh token and ends the old one. */
  readonly rotatesRefreshTokens: boolean;
  /** Names of the attributes that may be in its tokens. */
  readonly readAttributes: readonly string[];
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
const unit = (otherwise: keyof typeof SECONDS) =>
  z.enum(['seconds', 'minutes', 'hours', 'days']).default(otherwise);
const unitsSchema = z.strictObject({
  IdToken: unit('hours'),
  AccessToken: unit('hours'),
  RefreshToken: unit('days'),
});

const clientSchema = z.strictObject({
  UserPoolId: z.string(),
  GenerateSecret: z.literal(false).optional(),
  AllowedOAuthFlowsUserPoolClient: z.literal(true),
  AllowedOAuthFlows: z.tuple([z.literal('code')]),
  AllowedOAuthScopes: z.array(z.enum(['openid', 'email', 'profile'])).min(1),
  CallbackURLs: z.array(z.string()).min(1),
  LogoutURLs: z.array(z.string()).default([]),
  SupportedIdentityProviders: z.tuple([z.literal('COGNITO')]),
  IdTokenValidity: z.number().positive().optional(),
  AccessTokenValidity: z.number().positive().optional(),
  /** 0 is Cognito's default. */
  RefreshTokenValidity: z.number().nonnegative().optional(),
  TokenValidityUnits: unitsSchema.prefault({}),
  RefreshTokenRotation: z
    .strictObject({ Feature: z.enum(['ENABLED', 'DISABLED']), RetryGracePeriodSeconds: ignored() })
    .optional(),
  EnableTokenRevocation: z.literal(true).optional(),
  ReadAttributes: z.array(z.string()).optional(),
  /** Users cannot change their attributes here. */
  WriteAttributes: ignored(),
  /** Nobody is told here whether a user exists. */
  PreventUserExistenceErrors: ignored(),
  /** The sign-in page is the only way to sign in here. */
  ExplicitAuthFlows: ignored(),
  AuthSessionValidity: ignored(),
  AnalyticsConfiguration: ignored(),
  ClientName: ignored(),
  DefaultRedirectURI: ignored(),
  EnablePropagateAdditionalUserContextData: ignored(),
});

/** Without a unit: an hour for ID and access tokens, 30 days for refresh tokens. */
const DEFAULT_SECONDS = { token: SECONDS.hours, refreshToken: 30 * SECONDS.days };

/**
 * @param localUrl where an address of the stack is on this machine
 * @throws StartError for a client with what the runner does not know
 */
export const readUserPoolClient = (
  resource: Resource,
  localUrl: (url: string) => string,
): UserPoolClient & { readonly poolId: string } => {
  const properties = readProperties(resource, clientSchema);
  const units = properties.TokenValidityUnits;
  const seconds = (count: number | undefined, name: keyof typeof SECONDS): number | undefined =>
    count && count * SECONDS[name];
  return {
    id: resource.physicalId,
    poolId: properties.UserPoolId,
    callbackUrls: properties.CallbackURLs.map(localUrl),
    logoutUrls: properties.LogoutURLs.map(localUrl),
    scopes: properties.AllowedOAuthScopes,
    idTokenSeconds: seconds(properties.IdTokenValidity, units.IdToken) || DEFAULT_SECONDS.token,
    accessTokenSeconds: seconds(properties.AccessTokenValidity, units.AccessToken) || DEFAULT_SECONDS.token,
    refreshTokenSeconds:
      seconds(properties.RefreshTokenValidity, units.RefreshToken) || DEFAULT_SECONDS.refreshToken,
    rotatesRefreshTokens: properties.RefreshTokenRotation?.Feature === 'ENABLED',
    // Custom attributes are not among those that can be read by default.
    readAttributes: properties.ReadAttributes ?? STANDARD_ATTRIBUTES,
  };
};
