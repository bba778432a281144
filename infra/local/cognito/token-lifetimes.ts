import type { Configuration } from 'oidc-provider';
import type { UserPoolClient } from './user-pool-client.ts';

/** As Cognito has them; a sign-in page may be left open for a quarter of an hour. */
const SECONDS = { session: 3_600, authorizationCode: 300, interaction: 900 } as const;

/** How long what oidc-provider issues is valid: tokens as their client says. */
export const tokenLifetimes = (clients: ReadonlyMap<string, UserPoolClient>): Configuration['ttl'] => {
  const secondsOf =
    (name: 'idTokenSeconds' | 'accessTokenSeconds' | 'refreshTokenSeconds') =>
    (_: unknown, __: unknown, { clientId }: { readonly clientId: string }): number =>
      clients.get(clientId)?.[name] ?? 1;
  const refreshTokenSeconds = secondsOf('refreshTokenSeconds');
  return {
    Session: SECONDS.session,
    Interaction: SECONDS.interaction,
    AuthorizationCode: SECONDS.authorizationCode,
    IdToken: secondsOf('idTokenSeconds'),
    AccessToken: secondsOf('accessTokenSeconds'),
    // A token that replaces another one does not live longer than that.
    RefreshToken: (ctx, token, client) =>
      ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? refreshTokenSeconds(ctx, token, client),
    Grant:
      SECONDS.authorizationCode +
      Math.max(...[...clients.values()].map((client) => client.refreshTokenSeconds), 1),
  };
};
