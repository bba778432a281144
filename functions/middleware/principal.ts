import type { APIGatewayEventDefaultAuthorizerContext } from 'aws-lambda';
import { isPermission, type Permission } from '../../shared/contract/permissions.ts';

/** The caller, as verified by the authorizer: the only source of a request's organization. */
export interface Principal {
  readonly organizationId: string;
  readonly keyId: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** API Gateway only passes on strings from an authorizer. */
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

/** Throws if the context is incomplete, which means that the method has no authorizer. */
export const fromContext = (context: APIGatewayEventDefaultAuthorizerContext | undefined): Principal => {
  const { organizationId, keyId, permissions } = context ?? {};
  if (!organizationId || !keyId || typeof permissions !== 'string') {
    throw new Error('The request carries no principal: the method has no authorizer.');
  }
  return { organizationId, keyId, permissions: new Set(permissions.split(',').filter(isPermission)) };
};
