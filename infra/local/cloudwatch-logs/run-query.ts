import { ServiceError } from '../aws-json/service-error.ts';
import { compare, type Fields, readCondition } from './query-condition.ts';
import { type Tokens, tokensOf } from './query-tokens.ts';

/** A line with its time, in milliseconds since 1970. */
export interface LogEvent {
  readonly time: number;
  readonly fields: Fields;
}

type Command = (events: readonly LogEvent[]) => readonly LogEvent[];

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax-Limit.html */
const MAX_ROWS = 10_000;

const readNames = (tokens: Tokens): readonly string[] => {
  const names = [tokens.take()];
  while (tokens.takeIf(',')) names.push(tokens.take());
  return names;
};

const fieldsCommand = (tokens: Tokens): Command => {
  const names = new Set(readNames(tokens));
  return (events) =>
    events.map(({ time, fields }) => ({
      time,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name))),
    }));
};

const filterCommand = (tokens: Tokens): Command => {
  const condition = readCondition(tokens);
  return (events) => events.filter(({ fields }) => condition(fields));
};

const sortCommand = (tokens: Tokens): Command => {
  const names: string[] = [];
  do {
    names.push(tokens.take());
    tokens.take('desc');
  } while (tokens.takeIf(','));
  return (events) =>
    events.toSorted((one, other) => {
      for (const name of names) {
        const order = compare(other.fields[name] ?? '', one.fields[name] ?? '');
        if (order !== 0) return order;
      }
      return 0;
    });
};

const limitCommand = (tokens: Tokens): Command => {
  const limit = Math.min(Number(tokens.take()), MAX_ROWS);
  return (events) => events.slice(0, limit);
};

/** The starts of the periods of times, as CloudWatch writes them. */
const BINS: Readonly<Record<string, (iso: string) => string>> = {
  'bin(1d)': (iso) => `${iso.slice(0, 10)} 00:00:00.000`,
  'bin(1h)': (iso) => `${iso.slice(0, 13).replace('T', ' ')}:00:00.000`,
};

const statsCommand = (tokens: Tokens): Command => {
  tokens.take('count(*)');
  tokens.take('as');
  const count = tokens.take();
  tokens.take('by');
  const names = readNames(tokens);
  const groupOf = ({ time, fields }: LogEvent): Fields =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = BINS[name]?.(new Date(time).toISOString()) ?? fields[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return (events) => {
    const groups = Map.groupBy(events, (event) => JSON.stringify(groupOf(event)));
    return [...groups].map(([group, members]) => ({
      time: 0,
      fields: { ...JSON.parse(group), [count]: String(members.length) },
    }));
  };
};

const COMMANDS: Readonly<Record<string, (tokens: Tokens) => Command>> = {
  fields: fieldsCommand,
  filter: filterCommand,
  limit: limitCommand,
  sort: sortCommand,
  stats: statsCommand,
};

const readCommand = (tokens: Tokens): Command => {
  const name = tokens.take();
  const read = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (read !== undefined) return read(tokens);
  throw new ServiceError(
    'MalformedQueryException',
    `The local CloudWatch Logs does not support the command ${name}.`,
  );
};

/**
 * Reads a query in the part of CloudWatch's query language that the service uses.
 *
 * @returns a function that runs it on lines
 * @throws ServiceError for anything else
 */
export const readQuery = (query: string): ((events: readonly LogEvent[]) => readonly Fields[]) => {
  const tokens = tokensOf(query);
  const commands = [readCommand(tokens)];
  while (tokens.takeIf('|')) commands.push(readCommand(tokens));
  if (tokens.peek() !== undefined) tokens.take('|');
  return (events) => commands.reduce((rows, command) => command(rows), events).map(({ fields }) => fields);
};
