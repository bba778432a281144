/** The API's shapes nest six deep. Unbounded nesting may exhaust the stack of the code that walks it. */
const MAX_DEPTH = 16;

/** The characters that structure a JSON text. */
const STRUCTURAL = /["{}[\],]/g;

/** The index after the string that starts at `start`. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at);
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    at += 1;
    if (backslashes % 2 === 0) return at;
  }
};

const nameOf = (literal: string): string =>
  literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);

/** An open object with the names read so far, or an open list. */
interface Container {
  readonly names: Set<string> | undefined;
  /** The name or the index of its current value. */
  at: string | number;
}

export interface JsonProblem {
  /** The names and indexes that lead to it, such as `phones.0.type`. */
  readonly path: string;
  /** Completes a sentence that starts with the path. */
  readonly detail: string;
}

/**
 * Finds what `JSON.parse` accepts but changes or loses: a name that an object holds twice (RFC 8259 leaves
 * open which one counts), `__proto__`, and excessive nesting.
 *
 * @param text one that `JSON.parse` accepts
 * @returns why the text is rejected, or `undefined` if it is accepted
 */
export const jsonProblem = (text: string): JsonProblem | undefined => {
  const open: Container[] = [];
  const problem = (detail: string): JsonProblem => ({ path: open.map(({ at }) => at).join('.'), detail });
  let isNameNext = false;
  STRUCTURAL.lastIndex = 0;
  for (let match = STRUCTURAL.exec(text); match !== null; match = STRUCTURAL.exec(text)) {
    const container = open.at(-1);
    switch (match[0]) {
      case '"': {
        const end = endOfString(text, match.index);
        STRUCTURAL.lastIndex = end;
        if (!isNameNext || container?.names === undefined) break;
        isNameNext = false;
        const name = nameOf(text.slice(match.index, end));
        container.at = name;
        if (name === '__proto__') return problem('is not allowed');
        if (container.names.has(name)) return problem('is given twice');
        container.names.add(name);
        break;
      }
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return problem(`is nested more than ${MAX_DEPTH} levels deep`);
        isNameNext = match[0] === '{';
        open.push(isNameNext ? { names: new Set(), at: '' } : { names: undefined, at: 0 });
        break;
      case ',':
        isNameNext = container?.names !== undefined;
        if (typeof container?.at === 'number') container.at += 1;
        break;
      default:
        open.pop();
    }
  }
  return undefined;
};
