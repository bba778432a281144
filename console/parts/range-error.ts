import { type ApiError, inputError } from '../api/problem.ts';

/**
 * What is wrong with a time range, which would match nothing.
 *
 * @param after the start as it is typed, such as `2026-01-31T09:30`; empty for none
 * @param before the end
 * @param startLabel the label of the start
 */
export const rangeError = (after: string, before: string, startLabel = 'From'): ApiError | undefined =>
  after !== '' && before !== '' && before < after
    ? inputError('before', `must not be before “${startLabel}”`)
    : undefined;
