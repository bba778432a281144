import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { ApiDefinition } from '../api-gateway/definition/api-definition.ts';
import type { Stack } from '../assembly/stack.ts';
import { olderPart } from '../process/bounded-log.ts';
import type { DataDirectory } from '../process/data-directory.ts';
import { eventOf } from './log-lines.ts';
import type { LogEvent } from './run-query.ts';

/** Where the lines of a log group are. */
export interface LogGroupSource {
  readonly path: string;
  /** The functions whose lines these are; absent for a file of the group alone. */
  readonly functionNames?: ReadonlySet<string>;
}

/** The file of the data API's access log. */
export const ACCESS_LOG = 'access.log';
/** The file of all lines of functions. */
export const FUNCTION_LOG = 'functions.log';

const loggingSchema = z.object({ LogGroup: z.string() });

/** The log groups of the data API's access log and of functions, by name. */
export const logGroupsOf = (
  stack: Stack,
  { accessLogGroup }: Pick<ApiDefinition, 'accessLogGroup'>,
  data: Pick<DataDirectory, 'path'>,
): ReadonlyMap<string, LogGroupSource> => {
  const functions = stack.resourcesOf('AWS::Lambda::Function').flatMap(({ physicalId, properties }) => {
    const logging = loggingSchema.safeParse(properties['LoggingConfig']);
    return logging.success ? [{ name: physicalId, group: logging.data.LogGroup }] : [];
  });
  const path = data.path('logs', FUNCTION_LOG);
  return new Map<string, LogGroupSource>([
    ...[...Map.groupBy(functions, ({ group }) => group)].map(
      ([group, members]) =>
        [group, { path, functionNames: new Set(members.map(({ name }) => name)) }] as const,
    ),
    [accessLogGroup, { path: data.path('logs', ACCESS_LOG) }],
  ]);
};

/** A range in milliseconds since 1970, both inclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the events of a log group.
 *
 * @param texts lines that lack one of them are skipped unread, which is most of the work
 */
export const readEvents = async (
  { path, functionNames }: LogGroupSource,
  { from, to }: TimeRange,
  texts: readonly string[],
): Promise<readonly LogEvent[]> => {
  const events: LogEvent[] = [];
  for (const file of [olderPart(path), path].filter((each) => existsSync(each))) {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      if (!texts.every((text) => line.includes(text))) continue;
      const event = eventOf(line);
      if (event === undefined || event.time < from || event.time > to) continue;
      if (functionNames?.has(event.fields['functionName'] ?? '') === false) continue;
      events.push(event);
    }
  }
  return events;
};
