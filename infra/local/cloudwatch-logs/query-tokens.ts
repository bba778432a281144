import { ServiceError } from '../aws-json/service-error.ts';

/** What is left of a query, read from its start. */
export interface Tokens {
  /** The next token, without reading it. */
  peek(): string | undefined;
  /** Reads the next token, which must be this one if it is given. */
  take(expected?: string): string;
  /** Reads the next token if it is this one. */
  takeIf(token: string): boolean;
}

/** Text and pattern literals, names such as `message.requestId` and `bin(1d)`, numbers and punctuation. */
const TOKEN = /\s*(?:("[^"\\]*"|\/[^/\\]*\/|[A-Za-z@][\w.@]*(?:\([\w*]*\))?|\d+|!=|[|,()[\]=<>])|(\S))/gy;

const malformed = (message: string): ServiceError => new ServiceError('MalformedQueryException', message);

/** @throws ServiceError for a character that begins no token */
export const tokensOf = (query: string): Tokens => {
  const tokens = [...query.matchAll(TOKEN)].map(([, token, unknown]) => {
    if (token === undefined) throw malformed(`unexpected symbol found ${unknown}`);
    return token;
  });
  let next = 0;
  const take = (expected?: string): string => {
    const token = tokens[next++];
    if (token !== undefined && (expected === undefined || token === expected)) return token;
    throw malformed(
      `The local CloudWatch Logs expects ${expected ?? 'more'} instead of ` +
        `${token ?? 'the end of the query'}.`,
    );
  };
  return {
    peek: () => tokens[next],
    take,
    takeIf: (token) => {
      if (tokens[next] !== token) return false;
      next++;
      return true;
    },
  };
};
