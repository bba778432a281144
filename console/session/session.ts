import { isRejected, type OAuthClient, type Tokens } from './oauth-client.ts';

/** The ID token is renewed this many milliseconds before it expires. */
const MARGIN = 60_000;

/** The user has to sign in again. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';

  constructor(options?: ErrorOptions) {
    super('The session has ended. Sign in again.', options);
  }
}

/** The tokens are now for another organization, in which this request must not run. */
export class OrganizationChangedError extends Error {
  override readonly name = 'OrganizationChangedError';

  constructor() {
    super('The organization has changed. The request was not sent.');
  }
}

export interface SessionDependencies {
  readonly oauth: Pick<OAuthClient, 'refresh' | 'revoke' | 'signOutUrl'>;
  readonly tokens: Tokens;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly schedule: (action: () => void, milliseconds: number) => void;
  /** Called once, when the user has to sign in again. */
  readonly onEnd: () => void;
  /**
   * Called once, when renewed tokens are for another organization: this user chose it, perhaps in another
   * tab, or was disabled in the previous one. The session is over; start another with the tokens.
   *
   * @param isExpected whether it is the organization of {@link Session.renewFor}
   */
  readonly onOrganizationChange: (tokens: Tokens, isExpected: boolean) => void;
  /** Leaves the page for another address. */
  readonly leave: (url: string) => void;
}

export type Session = ReturnType<typeof createSession>;

/** The tokens of the signed-in user, kept only in memory. */
export const createSession = (dependencies: SessionDependencies) => {
  const { oauth, now, schedule, onEnd, onOrganizationChange, leave } = dependencies;
  let { tokens } = dependencies;
  let isOver = false;
  let renewing: Promise<void> | undefined;
  let expected: string | undefined;

  /** Call it when the admin API rejects a renewed token. */
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };

  const refresh = async (): Promise<void> => {
    try {
      const { organizationId } = tokens.user;
      tokens = await oauth.refresh(tokens);
      if (isOver || tokens.user.organizationId === organizationId) return;
    } catch (error) {
      if (!isRejected(error)) throw error;
      end();
      throw new SessionEndedError({ cause: error });
    }
    isOver = true;
    onOrganizationChange(tokens, tokens.user.organizationId === expected);
    throw new OrganizationChangedError();
  };

  /**
   * Renews the tokens early. Concurrent calls share one renewal.
   *
   * @throws SessionEndedError, or OrganizationChangedError
   */
  const renew = (): Promise<void> => {
    if (isOver) return Promise.reject(new SessionEndedError());
    renewing ??= refresh().finally(() => {
      renewing = undefined;
      renewInTime();
    });
    return renewing;
  };

  const renewInTime = (): void => {
    if (isOver) return;
    const left = tokens.expiresAt - MARGIN - now();
    schedule(
      () => {
        // A failed renewal is retried soon, or with the next request.
        if (tokens.expiresAt - MARGIN <= now()) renew().catch(() => undefined);
      },
      Math.max(left, MARGIN / 4),
    );
  };
  renewInTime();

  return {
    user: tokens.user,
    /**
     * A token that stays valid for at least a short time, always for the same organization.
     *
     * @throws SessionEndedError, or OrganizationChangedError
     */
    async idToken(): Promise<string> {
      if (isOver) throw new SessionEndedError();
      if (tokens.expiresAt - MARGIN / 2 <= now()) await renew();
      return tokens.idToken;
    },
    renew,
    /**
     * Renews the tokens after the user has chosen an organization.
     *
     * @throws SessionEndedError, or OrganizationChangedError, which is success
     */
    async renewFor(organizationId: string): Promise<void> {
      expected = organizationId;
      // One that is under way may have been answered before the choice.
      await renewing;
      await renew();
    },
    end,
    /** Ends the session everywhere and leaves the page. */
    async signOut(): Promise<void> {
      isOver = true;
      // If it fails, the token stays valid for hours, but no longer exists in the browser.
      await oauth.revoke(tokens).catch(() => undefined);
      leave(oauth.signOutUrl);
    },
  };
};
