import type { APIGatewayEventDefaultAuthorizerContext } from 'aws-lambda';
import type { Actor } from '../../shared/audit-log/audit-entry.ts';
import { isPermission } from '../../shared/contract/keys/permissions.ts';
import type { DataPrincipal } from './data-principal.ts';

/** What the authorizer knows of the key, apart from the principal itself. */
export interface KeyDescription {
  readonly name: string;
  /** The usage plan in force, which may differ from a plan that was just assigned. */
  readonly plan: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** CIDRs; `null` for anywhere. */
  readonly allowedAddresses: readonly string[] | null;
  /** The only source whose records it may import; `null` for any. */
  readonly importSource: string | null;
}

/** The caller, as verified by the authorizer: the only source of a request's organization. */
export interface KeyPrincipal extends DataPrincipal {
  readonly keyId: string;
  /** Present on routes declared with `describesKey`. */
  readonly key?: KeyDescription;
  /**
   * The signed address of the caller, for further requests with its key. Present on requests for the MCP
   * server with a key that is limited to some addresses.
   */
  readonly signedAddress?: string;
}

/** API Gateway only passes on strings from an authorizer. */
interface PrincipalContext {
  readonly organizationId: string;
  readonly keyId: string;
  /** Comma-separated. */
  readonly permissions: string;
  /** As JSON. */
  readonly key?: string;
  readonly signedAddress?: string;
}

export const toContext = (principal: KeyPrincipal): PrincipalContext => ({
  organizationId: principal.organizationId,
  keyId: principal.keyId,
  permissions: [...principal.permissions].join(','),
  ...(principal.key === undefined ? {} : { key: JSON.stringify(principal.key) }),
  ...(principal.signedAddress === undefined ? {} : { signedAddress: principal.signedAddress }),
});

/** Throws if the context is incomplete, which means that the method has no authorizer. */
export const fromContext = (context: APIGatewayEventDefaultAuthorizerContext | undefined): KeyPrincipal => {
  const { organizationId, keyId, permissions, key, signedAddress } = context ?? {};
  if (!organizationId || !keyId || typeof permissions !== 'string') {
    throw new Error('The request carries no principal: the method has no authorizer.');
  }
  return {
    organizationId,
    keyId,
    permissions: new Set(permissions.split(',').filter(isPermission)),
    ...(typeof key === 'string' ? { key: JSON.parse(key) } : {}),
    ...(typeof signedAddress === 'string' ? { signedAddress } : {}),
  };
};

/**
 * The API key of a request as the actor of what it changes. Id and name differ from those of any user,
 * whatever the key is called. Throws on a route that is not declared with `describesKey`.
 *
 * @param from the IP address of the client
 */
export const keyActorOf = ({ keyId, key }: KeyPrincipal, from: string): Actor => {
  if (key === undefined) throw new Error('The principal does not describe the key.');
  return { id: `key:${keyId}`, name: `API key “${key.name}”`, from };
};
