import { TableUnavailableError } from '../../shared/table/reader.ts';

/** Time reserved for a problem document before the Lambda timeout. */
export const ANSWER_EARLY_MILLISECONDS = 500;

/** middy options that make a handler respond before its timeout. */
export const EARLY_ANSWER = {
  timeoutEarlyInMillis: ANSWER_EARLY_MILLISECONDS,
  timeoutEarlyResponse: (): never => {
    throw new TableUnavailableError('The handler ran out of time.');
  },
};
