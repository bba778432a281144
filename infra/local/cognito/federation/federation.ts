import { randomBytes, randomUUID } from 'node:crypto';
import type { IdentityProvider } from '../pool/identity-provider.ts';
import type { PoolProviders } from '../pool/own-providers.ts';
import type { UserPoolDefinition } from '../pool/user-pool.ts';
import { providerUsername, type StoredUser, type UserStore, usernameOf } from '../users/user-store.ts';
import { createRelyingParty, type ProviderRequest } from './relying-party.ts';
import type { Triggers } from './triggers.ts';

/** Where providers send users back to, on the domain of the sign-in page. */
export const PROVIDER_RESPONSE_PATH = '/oauth2/idpresponse';

const PENDING_MILLISECONDS = 5 * 60_000;
/** Bounds the memory that abandoned sign-ins take. */
const MAX_PENDING = 1_000;

/** A user whom a provider authenticated, or why the sign-in failed. */
export type ProviderResult = { readonly user: StoredUser } | { readonly refusal: string };

interface Pending extends ProviderRequest {
  readonly provider: IdentityProvider;
  readonly clientId: string;
  /** The sign-in in progress. */
  readonly interaction: string;
}

interface Finished {
  readonly interaction: string;
  readonly result: ProviderResult;
}

const random = (): string => randomBytes(32).toString('base64url');

/** Values that can be redeemed once, within some minutes. */
const createTickets = <T>() => {
  const values = new Map<string, { readonly value: T; readonly at: number }>();
  return {
    put(value: T, name = random()): string {
      values.set(name, { value, at: Date.now() });
      const [oldest = ''] = values.keys();
      if (values.size > MAX_PENDING) values.delete(oldest);
      return name;
    },
    take(name: string): T | undefined {
      const found = values.get(name);
      values.delete(name);
      return found !== undefined && Date.now() - found.at < PENDING_MILLISECONDS ? found.value : undefined;
    },
  };
};

export interface FederationDependencies {
  readonly pool: Pick<UserPoolDefinition, 'id'>;
  readonly users: UserStore;
  readonly providers: PoolProviders;
  readonly triggers: Triggers;
  readonly signInUrl: string;
}

/** Sign-in with the identity providers of a pool. */
export const createFederation = (dependencies: FederationDependencies) => {
  const { pool, users, providers, triggers, signInUrl } = dependencies;
  const pending = createTickets<Pending>();
  const finished = createTickets<Finished>();
  const partyOf = (provider: IdentityProvider) =>
    createRelyingParty(provider, `${signInUrl}${PROVIDER_RESPONSE_PATH}`);

  /** Creates the user at the first sign-in, and stores what the provider says now. */
  const storeUser = async (
    provider: IdentityProvider,
    subject: string,
    { email = '', ...attributes }: Readonly<Record<string, string>>,
  ): Promise<StoredUser> => {
    const name = providerUsername(provider.name, subject);
    const before = users.all().find((user) => usernameOf(user) === name);
    const user: StoredUser = {
      sub: randomUUID(),
      // Cognito has a group for the users of each provider.
      groups: [`${pool.id}_${provider.name}`],
      isDisabled: false,
      isConfirmed: true,
      provider: { name: provider.name, subject },
      ...before,
      email,
      // Cognito keeps attributes that the provider no longer sends.
      attributes: { ...before?.attributes, ...attributes },
    };
    if (!user.isDisabled) await users.put(user);
    return user;
  };

  const authenticate = async (query: URLSearchParams, request: Pending): Promise<ProviderResult> => {
    const { provider, clientId } = request;
    try {
      const given = await partyOf(provider).finish(query, request);
      const attributes = await triggers.attributesOf(provider, given, clientId);
      const user = await storeUser(provider, given.subject, attributes);
      return user.isDisabled ? { refusal: 'User is not enabled' } : { user };
    } catch (error) {
      return { refusal: `${provider.name}: ${error instanceof Error ? error.message : String(error)}` };
    }
  };

  return {
    /** The names of the providers that an app client offers. */
    namesFor: (clientId: string): readonly string[] =>
      providers.offeredTo(clientId)?.map(({ name }) => name) ?? [],

    /** The provider that an authorization request asks for; `undefined` if it asks for none. */
    requested(parameters: Readonly<Record<string, unknown>>) {
      const { client_id: clientId, identity_provider: name, idp_identifier: identifier } = parameters;
      if (name === undefined && identifier === undefined) return undefined;
      const found = providers
        .offeredTo(String(clientId))
        ?.find((provider) => provider.name === name || provider.identifiers.includes(String(identifier)));
      return found?.name ?? '';
    },

    /**
     * The address of a provider's sign-in page.
     *
     * @param clientId the app client that the user signs in to
     * @returns `undefined` for a provider that the app client does not offer
     */
    async begin(name: string, clientId: string, interaction: string): Promise<string | undefined> {
      const provider = providers.offeredTo(clientId)?.find((each) => each.name === name);
      if (provider === undefined) return undefined;
      const request = { state: random(), nonce: random(), provider, clientId, interaction };
      pending.put(request, request.state);
      return partyOf(provider).begin(request);
    },

    /**
     * Takes the answer of a provider.
     *
     * @returns a ticket for the browser that began the sign-in; `undefined` for an unknown or repeated state
     */
    async accept(query: URLSearchParams): Promise<string | undefined> {
      const request = pending.take(query.get('state') ?? '');
      if (request === undefined) return undefined;
      const { interaction } = request;
      return finished.put({ interaction, result: await authenticate(query, request) });
    },

    /** @returns `undefined` for an unknown ticket, or that of another browser */
    takeResult(ticket: string, interaction: string): ProviderResult | undefined {
      const found = finished.take(ticket);
      return found?.interaction === interaction ? found.result : undefined;
    },
  };
};

export type Federation = ReturnType<typeof createFederation>;
