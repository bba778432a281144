import { ProblemError, UnexpectedResponseError } from '../../../clients/typescript/src/problems.ts';

const inSeconds = (seconds: number | undefined): string =>
  seconds === undefined ? 'later' : `in ${seconds} second${seconds === 1 ? '' : 's'}`;

/** Inputs of a tool by the parameters of the API, where their names differ. */
export type InputNames = Readonly<Record<string, string>>;

const inputErrors = (
  errors: readonly { readonly parameter: string; readonly detail: string }[],
  names: InputNames,
): string =>
  errors.map(({ parameter, detail }) => `\`${names[parameter] ?? parameter}\` ${detail}`).join('; ');

const adviceOfProblem = ({ problem, retryAfter }: ProblemError, names: InputNames): string => {
  switch (problem.type) {
    case 'urn:sales-data:problem:invalid-request': {
      const details =
        'errors' in problem && problem.errors ? inputErrors(problem.errors, names) : problem.detail;
      return `Invalid input: ${details}. Correct it and call again.`;
    }
    case 'urn:sales-data:problem:unauthorized':
      return (
        'The API key is invalid, expired or revoked. Do not retry: ask the user for a new key from an ' +
        'admin of their organization.'
      );
    case 'urn:sales-data:problem:forbidden':
      return `${problem.detail} Do not retry: tell the user.`;
    case 'urn:sales-data:problem:not-found':
      return `${problem.detail} Check the id, or search for the record.`;
    case 'urn:sales-data:problem:cursor-expired':
      return (
        'The events at this cursor or time are no longer kept, or the service was restored since. Call ' +
        'again with a later `since`, or read the records with `changedSince`.'
      );
    case 'urn:sales-data:problem:rate-limit-exceeded':
      return (
        `Too many requests per second. Call again ${inSeconds(retryAfter)}, and make fewer calls at ` +
        'once.'
      );
    case 'urn:sales-data:problem:quota-exceeded':
      return (
        `The daily quota of this API key is used up. It resets at midnight UTC, ${inSeconds(retryAfter)}. ` +
        'Do not retry before: tell the user.'
      );
    case 'urn:sales-data:problem:service-unavailable':
      return `The service is temporarily unavailable. Call again ${inSeconds(retryAfter)}.`;
    default:
      return `${problem.detail} If it happens again, tell the user this request id: ${problem.requestId}`;
  }
};

/**
 * What an agent reads instead of a result: what is wrong and what to do.
 *
 * @returns `undefined` for a defect of this program
 */
export const adviceOf = (error: unknown, names: InputNames = {}): string | undefined => {
  if (error instanceof ProblemError) return adviceOfProblem(error, names);
  if (error instanceof UnexpectedResponseError) {
    return (
      `The response (status ${error.status}) does not come from the Sales Data API. ` +
      'Ask the user to check the address of the service.'
    );
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The service took too long to respond. Call again with a smaller `limit`.';
  }
  // `fetch` throws this for every failure of the network.
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return (
      'The service is unreachable. Call again, and if it fails again, ask the user to check the network ' +
      'and the address of the service.'
    );
  }
  return undefined;
};
