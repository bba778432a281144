import type { APIGatewayEventDefaultAuthorizerContext } from 'aws-lambda';
import { isPermission, type Permission } from '../../shared/contract/permissions.ts';

/** Who is calling, as the authorizer verified it. The organization of a request comes from here alone. */
export interface Principal {
  readonly organizationId: string;
  readonly keyId: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** API Gateway passes authorizer results on as flat text values. */
export interface PrincipalContext {
  readonly organizationId: string;
  readonly keyId: string;
  /** Comma-separated. */
  readonly permissions: string;
}

export const toContext = (principal: Principal): PrincipalContext => ({
  organizationId: principal.organizationId,
  keyId: principal.keyId,
  permissions: [...principal.permissions].join(','),
});

/** Throws when the context is incomplete: the function would be reachable without its authorizer. */
export const fromContext = (context: APIGatewayEventDefaultAuthorizerContext | undefined): Principal => {
  const { organizationId, keyId, permissions } = context ?? {};
  if (!organizationId || !keyId || typeof permissions !== 'string') {
    throw new Error('The request carries no principal: the method has no authorizer.');
  }
  return { organizationId, keyId, permissions: new Set(permissions.split(',').filter(isPermission)) };
};
