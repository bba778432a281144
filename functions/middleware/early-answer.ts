import { TableUnavailableError } from '../../shared/table/reader.ts';

/** Time reserved for a problem document before Lambda's own time limit. */
export const ANSWER_EARLY_MILLISECONDS = 500;

/** middy options that make a handler answer before its time limit. */
export const EARLY_ANSWER = {
  timeoutEarlyInMillis: ANSWER_EARLY_MILLISECONDS,
  timeoutEarlyResponse: (): never => {
    throw new TableUnavailableError('The handler ran out of time.');
  },
};
