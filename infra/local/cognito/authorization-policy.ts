import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';

/** What clients may ask for. */
export const SCOPES: readonly string[] = ['openid', 'email', 'profile'];

/** Asks for a sign-in, never for consent, and also when whoever has a session was disabled or deleted. */
export const signInPolicy = (): interactionPolicy.Prompt[] => {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'no_account',
        'The user of the session cannot sign in any more',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  return policy;
};

/** Grants what is asked for, anew for each sign-in, so that revoking one leaves the others alone. */
export const grantEverything: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({
    ...(oidc.account === undefined ? {} : { accountId: oidc.account.accountId }),
    ...(oidc.client === undefined ? {} : { clientId: oidc.client.clientId }),
  });
  grant.addOIDCScope(oidc.requestParamOIDCScopes);
  await grant.save();
  return grant;
};

/** Cognito refuses a scope that it does not know, while oidc-provider passes over it. */
export const refuseUnknownScopes = ({ query }: KoaContextWithOIDC): void => {
  const unknown = String(query['scope'] ?? '')
    .split(' ')
    .find((scope) => scope !== '' && !SCOPES.includes(scope));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known', unknown);
};
