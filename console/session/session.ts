import { isRefused, type OAuthClient, type Tokens, type User } from './oauth-client.ts';

/** Renewed this long before the ID token ends, in milliseconds. */
const MARGIN = 60_000;

/** Thrown where the user has to sign in again. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/** The tokens of whoever is signed in. They are here alone: in memory, gone with the page. */
export interface Session {
  readonly user: User;
  /**
   * A token that is good for at least a little while.
   *
   * @throws SessionEndedError
   */
  idToken(): Promise<string>;
  /**
   * Gets new tokens although the ones there are should still be good. Whoever asks at the same time shares them.
   *
   * @throws SessionEndedError
   */
  renew(): Promise<void>;
  /** To be called when the admin API does not take even a new token. */
  end(): void;
  /** Ends it everywhere: leaves the page. */
  signOut(): Promise<void>;
}

export interface SessionDependencies {
  readonly oauth: Pick<OAuthClient, 'refresh' | 'revoke' | 'signOutUrl'>;
  readonly tokens: Tokens;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly schedule: (action: () => void, milliseconds: number) => void;
  /** Told once, when the user has to sign in again. */
  readonly onEnd: () => void;
  /** Leaves the page for another address. */
  readonly leave: (url: string) => void;
}

export const createSession = (dependencies: SessionDependencies): Session => {
  const { oauth, now, schedule, onEnd, leave } = dependencies;
  let { tokens } = dependencies;
  let isOver = false;
  let renewing: Promise<void> | undefined;

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };

  const refresh = async (): Promise<void> => {
    try {
      tokens = await oauth.refresh(tokens);
    } catch (error) {
      if (!isRefused(error)) throw error;
      end();
      throw new SessionEndedError('The session has ended. Sign in again.', { cause: error });
    }
  };

  const renew = (): Promise<void> => {
    if (isOver) return Promise.reject(new SessionEndedError('The session has ended. Sign in again.'));
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
        // Whatever went wrong is tried again soon, or with the next request.
        if (tokens.expiresAt - MARGIN <= now()) renew().catch(() => undefined);
      },
      Math.max(left, MARGIN / 4),
    );
  };
  renewInTime();

  return {
    user: tokens.user,
    async idToken() {
      if (isOver) throw new SessionEndedError('The session has ended. Sign in again.');
      if (tokens.expiresAt - MARGIN / 2 <= now()) await renew();
      return tokens.idToken;
    },
    renew,
    end,
    async signOut() {
      isOver = true;
      // Without it the token would live on for hours, but nobody holds it any more.
      await oauth.revoke(tokens).catch(() => undefined);
      leave(oauth.signOutUrl);
    },
  };
};
