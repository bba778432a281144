import { type ProblemName, problemStatus } from '../../contract/problems.ts';
import {
  isRefusalReason,
  OUTCOMES,
  type Outcome,
  type RefusalReason,
} from '../../contract/request-limits.ts';
import type { KeyScope } from '../key-store.ts';
import { contains, either, isEqual, isNot, isOneOf, startsWith } from './log-query.ts';
import { FIRST_DIGITS, TOLD } from './request-outcome.ts';

/** Which requests of a scope to read. */
export interface RequestFilter {
  readonly keyId?: string | undefined;
  /** An outcome, or a status code. */
  readonly status?: string | undefined;
  /** A problem, or why a key that exists was refused. */
  readonly reason?: ProblemName | RefusalReason | undefined;
  /** A part of the path, as it is logged. */
  readonly path?: string | undefined;
  /** The IP address of the client. */
  readonly address?: string | undefined;
  /** Method and path of an operation, such as `GET /v1/person/{id}`. */
  readonly route?: string | undefined;
  readonly requestId?: string | undefined;
}

const isOutcome = (status: string): status is Outcome => (OUTCOMES as readonly string[]).includes(status);

const statusCondition = (status: string): string => {
  if (!isOutcome(status)) return isEqual('status', status);
  return either(...FIRST_DIGITS[status].map((digit) => startsWith('status', digit)));
};

const reasonConditions = (reason: ProblemName | RefusalReason): readonly string[] => {
  if (isRefusalReason(reason)) return [isEqual('reason', reason)];
  const told = TOLD.find(([name]) => name === reason);
  if (told !== undefined) return [isEqual(told[1], told[2])];
  const status = problemStatus(reason);
  const others = TOLD.filter(([name]) => problemStatus(name) === status);
  return [isEqual('status', String(status)), ...others.map(([, ...field]) => isNot(...field))];
};

/** A request of one of our own functions carries the address of its caller in what denied it. */
const addressCondition = (address: string): string =>
  either(isEqual('sourceIp', address), isEqual('deniedValue', address));

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
  { keyId, status, reason, route, path, address, requestId }: RequestFilter,
): readonly string[] => [
  ...scopeConditions(scope),
  ...(keyId === undefined ? [] : [isEqual('keyId', keyId)]),
  ...(requestId === undefined ? [] : [isEqual('requestId', requestId)]),
  ...(status === undefined ? [] : [statusCondition(status)]),
  ...(reason === undefined ? [] : reasonConditions(reason)),
  ...(path === undefined ? [] : [contains('path', path)]),
  ...(address === undefined ? [] : [addressCondition(address.toLowerCase())]),
  ...(route === undefined ? [] : routeConditions(route)),
];
