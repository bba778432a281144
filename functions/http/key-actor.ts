import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Actor } from '../../shared/audit-log/audit-entry.ts';
import type { Principal } from './principal.ts';

/**
 * The API key of a request as the actor of what it changes. Id and name differ from those of any user,
 * whatever the key is called. Throws on a route that is not declared with `describesKey`.
 */
export const keyActorOf = ({ keyId, key }: Principal, { requestContext }: APIGatewayProxyEvent): Actor => {
  if (key === undefined) throw new Error('The principal does not describe the key.');
  return { id: `key:${keyId}`, name: `API key “${key.name}”`, from: requestContext.identity.sourceIp };
};
