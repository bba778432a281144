/** A search in CloudWatch Logs, in its own query language (see `log-query.ts`). */
export interface LogQuery {
  /** Names of log groups. */
  readonly groups: readonly string[];
  readonly text: string;
  /** The range to search, in milliseconds since 1970, both inclusive. CloudWatch rounds it to seconds. */
  readonly from: number;
  readonly to: number;
}

/** The fields of a line, or of a group of lines. Absent ones are missing. */
export type LogRow = Readonly<Record<string, string>>;

/**
 * Searches logs.
 *
 * @throws LogSearchBusyError if CloudWatch already runs as many searches as it allows
 * @throws LogSearchTimeoutError if the search takes too long
 */
export type LogSearch = (query: LogQuery) => Promise<readonly LogRow[]>;

/** The account and Region run the maximum number of concurrent searches, or start too many per second. */
export class LogSearchBusyError extends Error {
  override readonly name = 'LogSearchBusyError';
}

/** The search takes longer than the caller waits. */
export class LogSearchTimeoutError extends Error {
  override readonly name = 'LogSearchTimeoutError';
}
