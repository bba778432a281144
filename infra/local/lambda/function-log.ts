import { closeSync, openSync, writeSync } from 'node:fs';
import { format } from 'node:util';

// Read by every worker: this file and what it imports is part of each cold start.

export const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The file that all functions log to, one JSON object a line. */
export interface FunctionLogFile {
  readonly path: string;
  /** Opened for appending: whole lines stay whole, whichever thread writes them. */
  readonly descriptor: number;
  close(): void;
}

export const openFunctionLog = (path: string): FunctionLogFile => {
  const descriptor = openSync(path, 'a', 0o600);
  return { path, descriptor, close: () => closeSync(descriptor) };
};

/** Writes lines of one function. */
export type LogWriter = (level: LogLevel, requestId: string | undefined, values: readonly unknown[]) => void;

const errorFields = (error: Error) => ({
  errorType: error.name,
  errorMessage: error.message,
  stackTrace: error.stack?.split('\n').slice(1) ?? [],
});

/** One object is kept as it is and an error gets fields of its own; anything else becomes text. */
const messageFields = (values: readonly unknown[]): Readonly<Record<string, unknown>> => {
  const [value, ...others] = values;
  if (others.length > 0 || typeof value !== 'object' || value === null) return { message: format(...values) };
  return value instanceof Error ? errorFields(value) : { message: value };
};

const line = (fields: Readonly<Record<string, unknown>>, values: readonly unknown[]): string => {
  try {
    return JSON.stringify({ ...fields, ...messageFields(values) });
  } catch {
    // A cycle, or a BigInt.
    return JSON.stringify({ ...fields, message: format(...values) });
  }
};

/** Writes as Lambda's JSON log format does, with the name of the function in addition. */
export const createLogWriter = (descriptor: number, functionName: string, lowest: LogLevel): LogWriter => {
  const threshold = LOG_LEVELS.indexOf(lowest);
  return (level, requestId, values) => {
    if (LOG_LEVELS.indexOf(level) < threshold) return;
    const timestamp = new Date().toISOString();
    writeSync(descriptor, `${line({ timestamp, level, functionName, requestId }, values)}\n`);
  };
};
