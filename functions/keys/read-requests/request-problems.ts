import { invalidRequest, ProblemError } from '../../../shared/contract/problems.ts';
import { TooManyCountsError } from '../../../shared/keys/requests/count-requests.ts';
import { LogSearchBusyError, LogSearchTimeoutError } from '../../../shared/keys/requests/log-search.ts';
import { toKeyProblem } from '../../http/key-problems.ts';

/** CloudWatch's searches end within seconds. */
const RETRY_AFTER_SECONDS = '5';

/** Translates the errors of reading requests into problems of the API. */
export const toRequestProblem = (error: unknown): unknown => {
  if (error instanceof LogSearchBusyError) {
    return new ProblemError(
      'service-unavailable',
      'Too many searches for requests are running. Retry after the `Retry-After` delay.',
      { headers: { 'Retry-After': RETRY_AFTER_SECONDS }, cause: error },
    );
  }
  if (error instanceof LogSearchTimeoutError) {
    return new ProblemError(
      'timeout',
      'The search for requests took too long. Search a shorter period: ' +
        'set `after` and `before`, or fewer `days`.',
      { cause: error },
    );
  }
  if (error instanceof TooManyCountsError) {
    return invalidRequest([
      { parameter: 'limit', detail: 'is too high for so many different responses: halve it, or `days`' },
    ]);
  }
  return toKeyProblem(error);
};
