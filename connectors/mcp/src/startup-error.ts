import { ProblemError, UnexpectedResponseError } from '../../../clients/typescript/src/problems.ts';
import { SettingError } from './settings.ts';

/**
 * Why the server cannot start and what to do, for the person who configured it.
 *
 * @param baseUrl the address of the service, if it is known
 */
export const startupError = (error: unknown, baseUrl: string | undefined): string => {
  if (error instanceof SettingError) return error.message;
  if (error instanceof UnexpectedResponseError) {
    return `${baseUrl} responded with status ${error.status}, but is not the Sales Data API. Check \`SALES_DATA_URL\`.`;
  }
  if (!(error instanceof ProblemError)) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${baseUrl} is unreachable. Check \`SALES_DATA_URL\` and the network. (${cause})`;
  }
  return error.problem.type === 'urn:sales-data:problem:unauthorized'
    ? 'The API key in `SALES_DATA_API_KEY` is invalid, expired or revoked. Ask an admin of your organization for a new one.'
    : error.problem.detail;
};
