import { ServiceError } from '../aws-json/service-error.ts';
import type { Tokens } from './query-tokens.ts';

/** The fields of a line, with a dot in the names of nested ones. */
export type Fields = Readonly<Record<string, string>>;

export type Condition = (fields: Fields) => boolean;

const literalOf = (token: string): string => (token.startsWith('"') ? token.slice(1, -1) : token);

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Compares numbers by value, also those in text, and other text by its characters. */
export const compare = (one: string, other: string): number => {
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  return one < other ? -1 : Number(one > other);
};

const readList = (tokens: Tokens): readonly string[] => {
  tokens.take('[');
  const literals = [literalOf(tokens.take())];
  while (tokens.takeIf(',')) literals.push(literalOf(tokens.take()));
  tokens.take(']');
  return literals;
};

/** Whether a field has a value for which this is true. */
const hasValue =
  (field: string, test: (value: string) => boolean): Condition =>
  (fields) => {
    const value = fields[field];
    return value !== undefined && test(value);
  };

const readComparison = (tokens: Tokens): Condition => {
  const field = tokens.take();
  const operator = tokens.take();
  if (operator === 'in') {
    const values = new Set(readList(tokens));
    return hasValue(field, (value) => values.has(value));
  }
  const token = tokens.take();
  const literal = literalOf(token);
  switch (operator) {
    case '=':
      return hasValue(field, (value) => value === literal);
    case '!=':
      return hasValue(field, (value) => value !== literal);
    case '<':
      return hasValue(field, (value) => compare(value, literal) < 0);
    case '>':
      return hasValue(field, (value) => compare(value, literal) > 0);
    case 'like': {
      if (token.startsWith('"')) return hasValue(field, (value) => value.includes(literal));
      const pattern = new RegExp(literal.slice(1, -1));
      return hasValue(field, (value) => pattern.test(value));
    }
    default:
      throw new ServiceError(
        'MalformedQueryException',
        `The local CloudWatch Logs does not support the operator ${operator}.`,
      );
  }
};

const readTerm = (tokens: Tokens): Condition => {
  if (!tokens.takeIf('(')) return readComparison(tokens);
  const condition = readCondition(tokens);
  tokens.take(')');
  return condition;
};

const readConjunction = (tokens: Tokens): Condition => {
  const terms = [readTerm(tokens)];
  while (tokens.takeIf('and')) terms.push(readTerm(tokens));
  return (fields) => terms.every((term) => term(fields));
};

/** Reads the condition of a `filter`: comparisons with `and`, `or` and parentheses. */
export const readCondition = (tokens: Tokens): Condition => {
  const alternatives = [readConjunction(tokens)];
  while (tokens.takeIf('or')) alternatives.push(readConjunction(tokens));
  return (fields) => alternatives.some((alternative) => alternative(fields));
};
