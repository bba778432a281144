import { format } from 'node:util';
import { type LogFile, writeLine } from '../process/log-file.ts';

// Every worker loads this file and its imports: they are part of each cold start.

export type LogLevel = 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

/** Writes lines of one function. */
export type LogWriter = (level: LogLevel, requestId: string | undefined, values: readonly unknown[]) => void;

const errorFields = (error: Error) => ({
  errorType: error.name,
  errorMessage: error.message,
  stackTrace: error.stack?.split('\n').slice(1) ?? [],
});

/** Keeps a single object, and formats anything else as text. */
const messageOf = (values: readonly unknown[]): unknown => {
  const [value, ...others] = values;
  if (others.length > 0 || typeof value !== 'object' || value === null) return format(...values);
  return value instanceof Error ? errorFields(value) : value;
};

const line = (fields: Readonly<Record<string, unknown>>, values: readonly unknown[]): string => {
  try {
    return JSON.stringify({ ...fields, message: messageOf(values) });
  } catch {
    // A circular structure, or a BigInt.
    return JSON.stringify({ ...fields, message: format(...values) });
  }
};

/**
 * The line for what a function wrote to its standard output: Lambda leaves objects in JSON as they are
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html).
 *
 * @returns nothing for any other text
 */
export const lineOfOutput = (functionName: string, text: string): string | undefined => {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.stringify({ ...JSON.parse(text), functionName });
  } catch {
    return undefined;
  }
};

/**
 * Writes Lambda's JSON log format, in which an error is an object in `message`, plus the name of the function
 * (`formatJsonMessage` of https://github.com/aws/aws-lambda-nodejs-runtime-interface-client).
 */
export const createLogWriter =
  (log: Pick<LogFile, 'descriptor' | 'onLoss'>, functionName: string): LogWriter =>
  (level, requestId, values) => {
    const timestamp = new Date().toISOString();
    writeLine(log, line({ timestamp, level, functionName, requestId }, values));
  };
