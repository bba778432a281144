import { setTimeout as wait } from 'node:timers/promises';
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  type GetQueryResultsCommandOutput,
  type ResultField,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { type LogRow, type LogSearch, LogSearchBusyError, LogSearchTimeoutError } from './log-search.ts';

/** A client with the credentials and Region of the environment. */
export const createLogsClient = (): CloudWatchLogsClient =>
  new CloudWatchLogsClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 500, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });

/**
 * Pauses in milliseconds. The first is for logs of one machine; CloudWatch takes longer. The last one
 * repeats: an account may poll only a few times per second.
 */
const PAUSES = [30, 170, 300, 500, 1_000] as const;

/** A log group that is younger than the searched range has nothing in it. */
const BEFORE_CREATION = /log groups? creation time/i;

/** The names of throttling errors, which the SDK turns into different classes. */
const BUSY: ReadonlySet<string> = new Set([
  'LimitExceededException',
  'ThrottlingException',
  'TooManyRequestsException',
]);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const isBusy = (error: unknown): boolean => BUSY.has(nameOf(error));

const isBeforeCreation = (error: unknown): boolean =>
  nameOf(error) === 'MalformedQueryException' && BEFORE_CREATION.test(String(error));

const toRow = (fields: readonly ResultField[]): LogRow =>
  Object.fromEntries(
    fields.flatMap(({ field, value }) => (field && value !== undefined ? [[field, value]] : [])),
  );

/**
 * Searches with CloudWatch Logs Insights.
 *
 * @param patience how long to wait for a result, in milliseconds
 */
export const createLogSearch = (client: CloudWatchLogsClient, patience: number): LogSearch => {
  const start = async (input: StartQueryCommand['input']): Promise<string | undefined> => {
    try {
      return (await client.send(new StartQueryCommand(input))).queryId;
    } catch (error) {
      if (isBeforeCreation(error)) return undefined;
      if (!isBusy(error)) throw error;
      throw new LogSearchBusyError('CloudWatch Logs runs the maximum number of searches.', { cause: error });
    }
  };

  const ask = async (queryId: string): Promise<Pick<GetQueryResultsCommandOutput, 'status' | 'results'>> => {
    try {
      return await client.send(new GetQueryResultsCommand({ queryId }));
    } catch (error) {
      if (isBusy(error)) return { status: 'Running' };
      throw error;
    }
  };

  const resultsOf = async (queryId: string): Promise<readonly LogRow[]> => {
    const until = Date.now() + patience;
    for (let attempt = 0; Date.now() < until; attempt++) {
      await wait(PAUSES[attempt] ?? PAUSES.at(-1));
      const { status, results = [] } = await ask(queryId);
      if (status === 'Complete') return results.map(toRow);
      if (status !== 'Scheduled' && status !== 'Running') {
        throw new Error(`The search in CloudWatch Logs ended with the status ${status}.`);
      }
    }
    // It would go on, and cost, for an hour.
    await client.send(new StopQueryCommand({ queryId })).catch(() => undefined);
    throw new LogSearchTimeoutError(`CloudWatch Logs did not find a result within ${patience} ms.`);
  };

  return async ({ groups, text, from, to }) => {
    const queryId = await start({
      logGroupNames: [...groups],
      queryString: text,
      startTime: Math.floor(from / 1_000),
      endTime: Math.ceil(to / 1_000),
    });
    return queryId === undefined ? [] : resultsOf(queryId);
  };
};
