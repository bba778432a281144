import { UNKNOWN_PATH } from '../../../../shared/operations/data-api/routes.ts';
import type { LoggedRequest } from '../../../api/types.ts';

/** The last part of the type of a problem, such as `forbidden`. */
export const problemNameOf = (problemType: string): string =>
  problemType.slice(problemType.lastIndexOf(':') + 1);

/** Why a `401` refused a key. */
export const REFUSALS: Readonly<Record<NonNullable<LoggedRequest['reason']>, string>> = {
  'wrong-secret': 'wrong secret',
  'token-expired': 'expired token',
  revoked: 'revoked key',
  expired: 'expired key',
};

/** Whether no operation has the path of a request. */
export const isUnknownPath = ({ route }: Pick<LoggedRequest, 'route'>): boolean =>
  route === UNKNOWN_PATH.path;
