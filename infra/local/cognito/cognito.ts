import type { Resource } from '../assembly/stack.ts';
import { closeServer } from '../process/close-server.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import { createControlPlane } from './control-plane.ts';
import { createSignInServer } from './sign-in-server.ts';
import { openSigningKey } from './signing-key.ts';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';
import type { Invitation } from './user-operations.ts';
import { readUserPool, type UserPoolDefinition } from './user-pool.ts';
import { openUserStore, type UserStore } from './user-store.ts';

export interface CognitoOptions {
  readonly pool: Resource;
  readonly clients: readonly Resource[];
  readonly groups: readonly Resource[];
  /** Where an address of the stack is on this machine. */
  readonly localUrl: (url: string) => string;
  /** What is kept: the users, and the key that their tokens are signed with. */
  readonly files: { readonly users: string; readonly signingKey: string };
  /** Of the sign-in pages; 0 picks a free one. Tokens of an earlier run are valid only at the same port. */
  readonly port: number;
  /** What to call the port in an error message. */
  readonly portSetting: string;
  /** Told of a new user and the password wherever Cognito would send a message. */
  readonly onInvitation: (invitation: Invitation) => Promise<void> | void;
  /** Told what went wrong that should not have. */
  readonly onError: (error: unknown) => void;
}

/** The user pool, running on this machine. */
export interface Cognito {
  readonly pool: UserPoolDefinition;
  /** The base address of the sign-in pages and the token endpoints, without a trailing slash. */
  readonly signInUrl: string;
  /** Where the AWS SDK's client for Cognito is to be pointed. */
  readonly controlPlaneUrl: string;
  readonly issuer: string;
  readonly users: UserStore;
  /**
   * A verifier of the pool's ID tokens.
   *
   * @param audiencePattern the `IdentityValidationExpression` of an authorizer; by default all clients will do
   */
  createVerifier(audiencePattern?: RegExp): TokenVerifier;
  /** Fulfilled once nothing is answered any more. */
  stop(): Promise<void>;
}

/**
 * Starts the user pool, and returns once it answers.
 *
 * @throws StartError saying in one sentence why it cannot start; nothing is left running then
 */
export const startCognito = async (options: CognitoOptions): Promise<Cognito> => {
  const { onInvitation, onError } = options;
  const pool = readUserPool(options.pool, options.clients, options.groups, options.localUrl);
  const users = openUserStore(options.files.users);
  const signingKey = await openSigningKey(options.files.signingKey);

  const controlPlane = createControlPlane({ pool, users, onInvitation });
  const controlPlaneUrl = `http://${LOOPBACK}:${await listen(controlPlane, 0, "Cognito's control plane")}`;

  let issuer = '';
  const signIn = createSignInServer({ pool, users, signingKey, issuer: () => issuer, onError });
  const port = await listen(signIn, options.port, options.portSetting).catch(async (error: unknown) => {
    await closeServer(controlPlane);
    throw error;
  });
  const signInUrl = `http://${LOOPBACK}:${port}`;
  issuer = `${signInUrl}/${pool.id}`;

  return {
    pool,
    signInUrl,
    controlPlaneUrl,
    issuer,
    users,
    createVerifier: (audiencePattern) =>
      createTokenVerifier({ issuer: () => issuer, jwks: signingKey.jwks, audiencePattern }),
    async stop() {
      await Promise.all([closeServer(signIn), closeServer(controlPlane)]);
    },
  };
};
