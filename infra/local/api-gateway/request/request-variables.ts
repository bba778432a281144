import type { ContextLookup } from '../definition/context-variables.ts';
import type { GatewayFailure } from '../definition/gateway-failure.ts';
import type { Authorization, AuthorizerContext, RoutedRequest } from './proxy-event.ts';
import type { RequestHead } from './request.ts';

/** Names come from templates and values from authorizers. */
const ownValue = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** @param name such as `latency`, `keyId` or `claims.sub` */
const authorizerVariable = (context: AuthorizerContext | undefined, name: string): string | undefined => {
  if (name === 'latency') return context?.milliseconds.toString();
  const [first = '', second] = name.split('.');
  const value = ownValue(context?.values ?? {}, first);
  if (typeof value === 'string') return second === undefined ? value : undefined;
  return value === undefined || second === undefined ? undefined : ownValue(value, second);
};

/** The `$context` variables of a request, as far as it was processed. */
export const contextLookup =
  (
    head: RequestHead,
    routed?: RoutedRequest,
    { context }: Authorization = {},
    failure?: GatewayFailure,
  ): ContextLookup =>
  (name) => {
    if (name.startsWith('authorizer.')) return authorizerVariable(context, name.slice('authorizer.'.length));
    switch (name) {
      case 'requestId':
        return head.id;
      case 'requestTimeEpoch':
        return String(head.receivedAt.getTime());
      case 'httpMethod':
        return head.method;
      case 'resourcePath':
        return routed?.method.resourcePath;
      case 'identity.sourceIp':
        return head.sourceIp;
      case 'error.responseType':
        return failure?.type;
      default:
        return undefined;
    }
  };
