import type { Resource, Stack } from './assembly/stack.ts';
import { type Cognito, startCognito } from './cognito/cognito.ts';
import type { LocalAddresses } from './local-addresses.ts';
import type { DataDirectory } from './process/data-directory.ts';
import { StartError } from './process/start-error.ts';
import type { Started } from './process/started.ts';

export interface SignInOptions {
  readonly stack: Stack;
  readonly pool: Resource;
  readonly data: DataDirectory;
  readonly region: string;
  /** Receives the addresses of the sign-in page and the token issuer. */
  readonly addresses: LocalAddresses;
  readonly onError: (error: unknown) => void;
}

/** @throws StartError if the stack has no user pool */
export const userPoolOf = (stack: Stack): Resource => {
  const [pool] = stack.resourcesOf('AWS::Cognito::UserPool');
  if (pool === undefined) throw new StartError('The stack has no user pool.');
  return pool;
};

/** Starts the stack's user pool with its sign-in page. */
export const startSignIn = async (
  { stack, pool, data, region, addresses, onError }: SignInOptions,
  started: Started,
): Promise<Cognito> => {
  const cognito = await startCognito({
    pool,
    clients: stack.resourcesOf('AWS::Cognito::UserPoolClient'),
    groups: stack.resourcesOf('AWS::Cognito::UserPoolGroup'),
    localUrl: addresses.rewrite,
    usersFile: data.path('cognito.json'),
    onError,
  });
  started.add(() => cognito.stop());
  const { SignInUrl: signInUrl } = stack.outputs;
  if (signInUrl !== undefined) addresses.add(signInUrl, cognito.signInUrl);
  addresses.add(`https://cognito-idp.${region}.amazonaws.com/${cognito.pool.id}`, cognito.issuer);
  return cognito;
};
