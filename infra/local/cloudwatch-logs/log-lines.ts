import type { Fields } from './query-condition.ts';
import type { LogEvent } from './run-query.ts';

const flatten = (value: object, prefix = ''): readonly (readonly [string, string])[] =>
  Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'object' && member !== null) return flatten(member, `${prefix}${name}.`);
    return member === null ? [] : [[`${prefix}${name}`, String(member)] as const];
  });

/** Reads the time of lines of the access log and the authorizer, and of other lines of functions. */
const timeOf = ({ time, timestamp }: Fields): number =>
  time === undefined ? Date.parse(timestamp ?? '') : Number(time);

/** The event of a line, or nothing for a line that is not JSON or has no time. */
export const eventOf = (line: string): LogEvent | undefined => {
  try {
    const fields = Object.fromEntries(flatten(Object(JSON.parse(line))));
    const time = timeOf(fields);
    return Number.isFinite(time) ? { time, fields } : undefined;
  } catch {
    return undefined;
  }
};
