import { TableUnavailableError } from '../../shared/table/reader.ts';

/** Time left for a problem document when a handler would otherwise run into Lambda's own time limit. */
export const ANSWER_EARLY_MILLISECONDS = 500;

/** Options of middy: a handler always answers before its own time limit. */
export const EARLY_ANSWER = {
  timeoutEarlyInMillis: ANSWER_EARLY_MILLISECONDS,
  timeoutEarlyResponse: (): never => {
    throw new TableUnavailableError('The handler ran out of time.');
  },
};
