import { lazily } from '../../../shared/runtime/lazily.ts';
import type { Resource } from '../assembly/stack.ts';
import type { Invoke } from '../lambda/invocation.ts';
import { closeServer } from '../process/close-server.ts';
import { createServer } from '../process/http.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import type { Credentials } from '../settings.ts';
import { createControlPlane } from './control-plane.ts';
import { createFederation } from './federation/federation.ts';
import { createTriggers } from './federation/triggers.ts';
import type { SendMail } from './mail.ts';
import type { Secrets } from './pool/identity-provider.ts';
import { openPoolProviders } from './pool/own-providers.ts';
import { readUserPool, type UserPoolDefinition } from './pool/user-pool.ts';
import { signIdToken } from './tokens/id-token.ts';
import { createSigningKey, type SigningKey } from './tokens/signing-key.ts';
import { createTokenVerifier, type VerifyToken } from './tokens/token-verifier.ts';
import { openUserStore, type UserStore } from './users/user-store.ts';

export interface CognitoOptions {
  readonly pool: Resource;
  readonly clients: readonly Resource[];
  readonly groups: readonly Resource[];
  /** @default none */
  readonly identityProviders?: readonly Resource[];
  /** Client secrets of identity providers. @default none */
  readonly secrets?: Secrets;
  /** Invokes the pool's triggers. */
  readonly invoke: Invoke;
  readonly region: string;
  /** Translates an address of the stack into the one on this machine. */
  readonly localUrl: (url: string) => string;
  readonly usersFile: string;
  readonly sendMail: SendMail;
  /** Port of the sign-in page. @default 0, a free one */
  readonly port?: number;
  /**
   * Where browsers reach the sign-in page through a proxy, without a trailing slash. @default its own address
   */
  readonly publicUrl?: string | undefined;
  /** @default a new one */
  readonly signingKey?: Promise<SigningKey>;
  /** Required of callers of the control plane. */
  readonly credentials: Credentials;
  /** The time in milliseconds, for the limit of sign-in attempts. @default Date.now */
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** The running user pool. */
export interface Cognito {
  readonly pool: UserPoolDefinition;
  /** Base address of the sign-in pages and the token endpoints, without a trailing slash. */
  readonly signInUrl: string;
  /** Endpoint for the AWS SDK's Cognito client. */
  readonly controlPlaneUrl: string;
  readonly issuer: string;
  readonly users: UserStore;
  readonly verifyToken: VerifyToken;
  stop(): Promise<void>;
}

/**
 * Starts the user pool, and returns once it accepts requests.
 *
 * @throws StartError if the stack declares something unsupported or the users cannot be read
 */
export const startCognito = async (options: CognitoOptions): Promise<Cognito> => {
  const { credentials, sendMail, now = Date.now, invoke, region, onError } = options;
  const pool = readUserPool(
    options.pool,
    options.clients,
    options.groups,
    options.localUrl,
    options.identityProviders,
    options.secrets,
  );
  const users = openUserStore(options.usersFile);
  const providers = openPoolProviders(options.usersFile.replace(/(\.json)?$/, '-providers.json'), pool);
  const signingKey = await (options.signingKey ?? createSigningKey());

  const server = createServer();
  const ownUrl = `http://${LOOPBACK}:${await listen(server, options.port, 'SIGN_IN_PORT')}`;
  const signInUrl = options.publicUrl ?? ownUrl;
  const issuer = `${signInUrl}/${pool.id}`;
  const triggers = createTriggers({
    arns: pool.triggers,
    invoke,
    region,
    userPoolId: pool.id,
  });
  const federation = createFederation({ pool, users, providers, triggers, signInUrl });
  // Loading oidc-provider takes a tenth of the start, and most runs sign no user in.
  const signIn = lazily(async () => {
    const { createSignIn } = await import('./sign-in/sign-in.ts');
    return createSignIn({
      pool,
      users,
      providers,
      triggers,
      federation,
      signingKey,
      issuer,
      signInUrl,
      now,
      onError,
    });
  });
  server.on('request', (message, response) => {
    signIn().then(
      (handle) => handle(message, response),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });

  const controlPlane = createControlPlane({
    pool,
    users,
    providers,
    credentials,
    region,
    signIdToken: (user) => signIdToken(user, pool.client, signingKey, issuer, triggers),
    sendMail,
    onError,
  });
  const controlPlaneUrl = `http://${LOOPBACK}:${await listen(controlPlane)}`;

  return {
    pool,
    signInUrl,
    controlPlaneUrl,
    issuer,
    users,
    verifyToken: createTokenVerifier(issuer, signingKey.publicKey),
    async stop() {
      await Promise.all([closeServer(server), closeServer(controlPlane)]);
    },
  };
};
