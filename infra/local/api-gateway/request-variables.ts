import type { ApiDefinition } from './api-definition.ts';
import type { ContextLookup } from './context-variables.ts';
import type { GatewayFailure } from './gateway-failure.ts';
import { type Authorization, type RoutedRequest, requestTime } from './proxy-event.ts';
import type { RequestHead } from './request.ts';

/** Names come from templates and from authorizers. */
const ownValue = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** The `$context` variables of a request, as far as it got. */
export const contextLookup =
  (
    api: ApiDefinition,
    head: RequestHead,
    routed: RoutedRequest | undefined,
    authorization: Authorization,
    failure?: GatewayFailure,
  ): ContextLookup =>
  (name) => {
    if (name.startsWith('authorizer.')) {
      const variable = name.slice('authorizer.'.length);
      const { context } = authorization;
      if (variable === 'latency' || variable === 'integrationLatency')
        return context?.milliseconds.toString();
      const [first = '', second] = variable.split('.');
      const value = ownValue(context?.values ?? {}, first);
      if (typeof value === 'string') return second === undefined ? value : undefined;
      return value === undefined || second === undefined ? undefined : ownValue(value, second);
    }
    switch (name) {
      case 'requestId':
      case 'extendedRequestId':
        return head.id;
      case 'accountId':
        return api.accountId;
      case 'apiId':
        return api.apiId;
      case 'stage':
        return api.stage;
      case 'httpMethod':
        return head.method;
      case 'path':
        return head.path;
      case 'protocol':
        return head.protocol;
      case 'requestTime':
        return requestTime(head.receivedAt);
      case 'requestTimeEpoch':
        return String(head.receivedAt.getTime());
      case 'resourcePath':
        return routed?.method.resourcePath;
      case 'resourceId':
        return routed?.method.resourceId;
      case 'domainName':
        return routed?.domainName;
      case 'identity.sourceIp':
        return head.sourceIp;
      case 'identity.userAgent':
        return head.userAgent;
      case 'identity.apiKeyId':
        return authorization.key?.id;
      case 'error.responseType':
        return failure?.type;
      case 'error.message':
        return failure?.message;
      default:
        return undefined;
    }
  };
