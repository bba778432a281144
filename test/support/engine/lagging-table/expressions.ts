import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../../shared/table/reader.ts';

/** The placeholders of a call. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

type Operand = (item: Item, given: Placeholders) => unknown;
type Path = (given: Placeholders) => readonly string[];
type Test = (item: Item, given: Placeholders) => boolean;
type Change = (item: Item, given: Placeholders) => (changed: Record<string, unknown>) => void;

const validation = (message: string): Error =>
  Object.assign(new Error(message), { name: 'ValidationException' });

const TOKEN = /\s*([#:]?[\w.#]+|<>|<=|>=|[(),=<>+-])/gy;

const tokensOf = (expression: string): string[] => {
  const tokens = Array.from(expression.matchAll(TOKEN), ([, token = '']) => token);
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) {
    throw validation(`Invalid expression: ${expression}`);
  }
  return tokens;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (item: Item, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), item);

/** Changes a map below an item. The maps on the path are copied: the stored item keeps its own. */
const changeAt = (
  item: Record<string, unknown>,
  path: readonly string[],
  change: (map: Record<string, unknown>, name: string) => void,
): void => {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    change(item, first);
    return;
  }
  const map = item[first];
  if (!isRecord(map)) {
    throw validation('The document path provided in the update expression is invalid for update');
  }
  const copy = { ...map };
  item[first] = copy;
  changeAt(copy, rest, change);
};

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** The order of two values; `undefined` for values that DynamoDB does not compare. */
const orderOf = (a: unknown, b: unknown): number | undefined => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
};

const isBetween = (value: unknown, low: unknown, high: unknown): boolean =>
  (orderOf(value, low) ?? -1) >= 0 && (orderOf(value, high) ?? 1) <= 0;

/** Parses what the service uses of DynamoDB's expressions; rejects everything else. */
class Parser {
  readonly #tokens: string[];
  readonly #expression: string;

  constructor(expression: string) {
    this.#expression = expression;
    this.#tokens = tokensOf(expression);
  }

  #peek(): string {
    return this.#tokens[0] ?? '';
  }

  #take(expected?: string): string {
    const token = this.#tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw validation(`Expected ${expected ?? 'more'} in: ${this.#expression}`);
    }
    return token;
  }

  #takeIf(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#take();
    return true;
  }

  #path(): Path {
    const names = this.#take().split('.');
    return ({ ExpressionAttributeNames: given = {} }) =>
      names.map((name) => {
        const resolved = name.startsWith('#') ? given[name] : name;
        if (resolved === undefined) throw validation(`Undefined name ${name} in: ${this.#expression}`);
        return resolved;
      });
  }

  #list<T>(read: () => T): readonly T[] {
    this.#take('(');
    const all = [read()];
    while (this.#takeIf(',')) all.push(read());
    this.#take(')');
    return all;
  }

  #operand(): Operand {
    const token = this.#peek();
    if (token.startsWith(':')) {
      this.#take();
      return (_, { ExpressionAttributeValues: given = {} }) => {
        if (!(token in given)) throw validation(`Undefined value ${token} in: ${this.#expression}`);
        return given[token];
      };
    }
    if (this.#tokens[1] === '(') {
      this.#take();
      const [first, second] = this.#list(() => this.#operand());
      if (first === undefined || second === undefined) throw validation(`Invalid: ${this.#expression}`);
      if (token === 'if_not_exists') return (item, given) => first(item, given) ?? second(item, given);
      if (token !== 'list_append') throw validation(`Invalid function ${token}`);
      return (item, given) => [first, second].flatMap((list): unknown => list(item, given));
    }
    const path = this.#path();
    return (item, given) => valueAt(item, path(given));
  }

  #function(): Test | undefined {
    if (this.#tokens[1] !== '(') return undefined;
    const name = this.#take();
    const [first, second] = this.#list(() => this.#operand());
    if (first === undefined) throw validation(`Invalid: ${this.#expression}`);
    if (name === 'attribute_exists') return (item, given) => first(item, given) !== undefined;
    if (name === 'attribute_not_exists') return (item, given) => first(item, given) === undefined;
    if (second === undefined) throw validation(`Invalid: ${this.#expression}`);
    if (name === 'begins_with') {
      return (item, given) => String(first(item, given) ?? '').startsWith(String(second(item, given)));
    }
    if (name !== 'contains') throw validation(`Invalid function ${name}`);
    return (item, given) => {
      const all = first(item, given);
      const value = second(item, given);
      if (typeof all === 'string') return all.includes(String(value));
      if (all instanceof Set) return all.has(value);
      return Array.isArray(all) && all.some((each) => isDeepStrictEqual(each, value));
    };
  }

  #comparison(): Test {
    if (this.#takeIf('NOT')) {
      const test = this.#comparison();
      return (item, given) => !test(item, given);
    }
    if (this.#takeIf('(')) {
      const test = this.#or();
      this.#take(')');
      return test;
    }
    const test = this.#function();
    if (test !== undefined) return test;
    const left = this.#operand();
    const operator = this.#take();
    if (operator === 'BETWEEN') {
      const low = this.#operand();
      this.#take('AND');
      const high = this.#operand();
      return (item, given) => isBetween(left(item, given), low(item, given), high(item, given));
    }
    if (operator === 'IN') {
      const all = this.#list(() => this.#operand());
      return (item, given) => {
        const value = left(item, given);
        return all.some((each) => isDeepStrictEqual(each(item, given), value));
      };
    }
    const right = this.#operand();
    if (operator === '=' || operator === '<>') {
      return (item, given) => isDeepStrictEqual(left(item, given), right(item, given)) === (operator === '=');
    }
    const holds = COMPARISONS[operator];
    if (holds === undefined) throw validation(`Invalid operator ${operator}`);
    return (item, given) => {
      const order = orderOf(left(item, given), right(item, given));
      return order !== undefined && holds(order);
    };
  }

  #and(): Test {
    const tests = [this.#comparison()];
    while (this.#takeIf('AND')) tests.push(this.#comparison());
    return (item, given) => tests.every((test) => test(item, given));
  }

  #or(): Test {
    const tests = [this.#and()];
    while (this.#takeIf('OR')) tests.push(this.#and());
    return (item, given) => tests.some((test) => test(item, given));
  }

  #end(): void {
    if (this.#tokens.length > 0) throw validation(`Unexpected ${this.#peek()} in: ${this.#expression}`);
  }

  condition(): Test {
    const test = this.#or();
    this.#end();
    return test;
  }

  #sum(): Operand {
    const first = this.#operand();
    const sign = this.#peek();
    if (sign !== '+' && sign !== '-') return first;
    this.#take();
    const second = this.#operand();
    return (item, given) =>
      Number(first(item, given)) + (sign === '+' ? 1 : -1) * Number(second(item, given));
  }

  #set(): Change {
    const path = this.#path();
    this.#take('=');
    const operand = this.#sum();
    return (item, given) => {
      const value = operand(item, given);
      if (value === undefined) {
        throw validation('The provided expression refers to an attribute that does not exist in the item');
      }
      return (changed) =>
        changeAt(changed, path(given), (map, name) => {
          map[name] = value;
        });
    };
  }

  #remove(): Change {
    const path = this.#path();
    return (_, given) => (changed) =>
      changeAt(changed, path(given), (map, name) => {
        delete map[name];
      });
  }

  #add(): Change {
    const path = this.#path();
    const operand = this.#operand();
    return (item, given) => {
      const added = operand(item, given);
      const before = valueAt(item, path(given));
      return (changed) =>
        changeAt(changed, path(given), (map, name) => {
          map[name] =
            added instanceof Set
              ? new Set([...(before instanceof Set ? before : []), ...added])
              : Number(before ?? 0) + Number(added);
        });
    };
  }

  update(): readonly Change[] {
    const changes: Change[] = [];
    const clauses: Readonly<Record<string, () => Change>> = {
      SET: () => this.#set(),
      REMOVE: () => this.#remove(),
      ADD: () => this.#add(),
    };
    while (this.#peek() !== '') {
      const clause = clauses[this.#take()];
      if (clause === undefined) throw validation(`Invalid: ${this.#expression}`);
      do changes.push(clause());
      while (this.#takeIf(','));
    }
    return changes;
  }
}

const cached = <T>(parse: (expression: string) => T): ((expression: string) => T) => {
  const all = new Map<string, T>();
  return (expression) => {
    const parsed = all.get(expression) ?? parse(expression);
    all.set(expression, parsed);
    return parsed;
  };
};

const conditionOf = cached((expression) => new Parser(expression).condition());
const changesOf = cached((expression) => new Parser(expression).update());

/** Whether an item, `{}` if there is none, meets a condition; always without a condition. */
export const meets = (expression: string | undefined, item: Item, given: Placeholders): boolean =>
  expression === undefined || conditionOf(expression)(item, given);

/** The attributes of an item after an update. Every clause reads the item as it was before. */
export const updated = (expression: string, item: Item, given: Placeholders): Item => {
  const result = { ...item };
  for (const change of changesOf(expression).map((each) => each(item, given))) change(result);
  return result;
};
