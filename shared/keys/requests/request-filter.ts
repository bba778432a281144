import { OUTCOMES, type Outcome } from '../../contract/request-limits.ts';
import type { KeyScope } from '../key-store.ts';
import { either, isEqual, isOneOf, startsWith } from './log-query.ts';
import { FIRST_DIGITS } from './request-outcome.ts';

/** Which requests of a scope to read. */
export interface RequestFilter {
  readonly keyId?: string | undefined;
  /** An outcome, or a status code. */
  readonly status?: string | undefined;
  /** Method and path of an operation, such as `GET /v1/person/{id}`. */
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
}

const isOutcome = (status: string): status is Outcome => (OUTCOMES as readonly string[]).includes(status);

const statusCondition = (status: string): string => {
  if (!isOutcome(status)) return isEqual('status', status);
  return either(...FIRST_DIGITS[status].map((digit) => startsWith('status', digit)));
};

const routeConditions = (route: string): readonly string[] => {
  const [method = '', path = ''] = route.split(' ');
  return [isOneOf('method', method === 'GET' ? ['GET', 'HEAD'] : [method]), isEqual('route', path)];
};

/** The requests of an organization's keys, or of one user's. Every query starts with it. */
const scopeConditions = ({ organizationId, ownerId }: KeyScope): readonly string[] => [
  isEqual('organizationId', organizationId),
  ...(ownerId === undefined ? [] : [isEqual('ownerId', ownerId)]),
];

export const filterConditions = (
  scope: KeyScope,
  { keyId, status, route, requestId }: RequestFilter,
): readonly string[] => [
  ...scopeConditions(scope),
  ...(keyId === undefined ? [] : [isEqual('keyId', keyId)]),
  ...(requestId === undefined ? [] : [isEqual('requestId', requestId)]),
  ...(status === undefined ? [] : [statusCondition(status)]),
  ...(route === undefined ? [] : routeConditions(route)),
];
