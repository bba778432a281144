import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createAwsJsonServer, operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';
import { closeServer } from '../process/close-server.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import type { Credentials } from '../settings.ts';
import { type LogGroupSource, readEvents } from './log-groups.ts';
import type { Fields } from './query-condition.ts';
import { readQuery } from './run-query.ts';

export interface CloudWatchLogsOptions {
  /** By name. */
  readonly groups: ReadonlyMap<string, LogGroupSource>;
  /** Required of callers. */
  readonly credentials: Credentials;
  readonly region: string;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

const startSchema = z.strictObject({
  logGroupNames: z.array(z.string()).min(1),
  queryString: z.string().max(10_000),
  /** In seconds since 1970, both inclusive. */
  startTime: z.int(),
  endTime: z.int(),
});
const querySchema = z.strictObject({ queryId: z.string() });

/**
 * An account and Region run as many:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html
 */
const MAX_CONCURRENT = 100;

/** Results that no caller asks for are forgotten after as many later queries. */
const MAX_KEPT = 200;

/** How long a start may take. A search that ends within it is complete at the first poll. */
const START_MILLISECONDS = 200;

type Query =
  | { readonly status: 'Running' }
  | { readonly status: 'Complete'; readonly rows: readonly Fields[] };

/** Values that a line must contain to match: those that every line is compared with, as in JSON. */
const requiredTexts = (query: string): readonly string[] => {
  const [, filter = ''] = /\bfilter ([^|]*)/.exec(query) ?? [];
  // Conditions in parentheses may be alternatives.
  const conjunction = filter.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  if (/\bor\b/.test(conjunction)) return [];
  return [...conjunction.matchAll(/ = "([^"]*)"/g)].map(([, value = '']) => value);
};

const createOperations = (groups: ReadonlyMap<string, LogGroupSource>, onError: (error: unknown) => void) => {
  const queries = new Map<string, Query>();

  const sourceOf = (name: string): LogGroupSource => {
    const source = groups.get(name);
    if (source !== undefined) return source;
    throw new ServiceError('ResourceNotFoundException', `Log group '${name}' does not exist.`);
  };

  const run = async ({ logGroupNames, queryString, startTime, endTime }: z.infer<typeof startSchema>) => {
    const execute = readQuery(queryString);
    const range = { from: startTime * 1_000, to: endTime * 1_000 + 999 };
    const texts = requiredTexts(queryString);
    const events = await Promise.all(logGroupNames.map((name) => readEvents(sourceOf(name), range, texts)));
    return execute(events.flat());
  };

  return {
    StartQuery: operation(
      startSchema,
      async (input) => {
        // As on AWS, errors of the query come at once.
        readQuery(input.queryString);
        for (const name of input.logGroupNames) sourceOf(name);
        const running = [...queries.values()].filter(({ status }) => status === 'Running');
        if (running.length >= MAX_CONCURRENT) {
          throw new ServiceError(
            'LimitExceededException',
            'Account maximum query concurrency limit reached.',
          );
        }
        const queryId = randomUUID();
        queries.set(queryId, { status: 'Running' });
        const [oldest] = queries.keys();
        if (queries.size > MAX_KEPT && oldest !== undefined) queries.delete(oldest);
        const ended = run(input).then(
          (rows) => queries.set(queryId, { status: 'Complete', rows }),
          (error: unknown) => {
            queries.delete(queryId);
            onError(error);
          },
        );
        await Promise.race([ended, wait(START_MILLISECONDS)]);
        return { queryId };
      },
      'InvalidParameterException',
    ),

    GetQueryResults: operation(querySchema, async ({ queryId }) => {
      const query = queries.get(queryId);
      if (query === undefined) {
        throw new ServiceError('ResourceNotFoundException', `Query ${queryId} does not exist.`);
      }
      if (query.status === 'Running') return { status: query.status, results: [] };
      queries.delete(queryId);
      const results = query.rows.map((row) =>
        Object.entries(row).map(([field, value]) => ({ field, value })),
      );
      return { status: query.status, results };
    }),

    StopQuery: operation(querySchema, async ({ queryId }) => ({ success: queries.delete(queryId) })),
  };
};

/** Starts CloudWatch Logs with `StartQuery`, `GetQueryResults` and `StopQuery`. */
export const startCloudWatchLogs = async ({ groups, ...options }: CloudWatchLogsOptions) => {
  const server = createAwsJsonServer({
    name: 'CloudWatch Logs',
    target: 'Logs_20140328',
    signingName: 'logs',
    operations: createOperations(groups, options.onError),
    ...options,
  });
  return {
    /** The endpoint for the AWS SDK's client. */
    endpoint: `http://${LOOPBACK}:${await listen(server, 0, 'CloudWatch Logs')}`,
    stop: (): Promise<void> => closeServer(server),
  };
};
