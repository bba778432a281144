import { ProblemError } from '../../shared/contract/problems.ts';
import { GatewayBusyError } from '../../shared/keys/gateway-keys.ts';
import { KeyConflictError } from '../../shared/keys/key-store.ts';

const BUSY_DETAIL =
  'API keys cannot be created or changed right now: API Gateway accepts 5 new keys per second and ' +
  '10,000 in total per AWS account. Retry after the `Retry-After` delay; ' +
  'if that does not help, revoke unused keys.';

/** Translates the errors of key operations into problems of the API. */
export const toKeyProblem = (error: unknown): unknown => {
  if (error instanceof KeyConflictError) return new ProblemError('conflict', error.message);
  if (error instanceof GatewayBusyError) {
    return new ProblemError('service-unavailable', BUSY_DETAIL, {
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  return error;
};
