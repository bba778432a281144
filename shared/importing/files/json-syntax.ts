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

/**
 * Finds what `JSON.parse` accepts but changes or loses: a name that an object holds twice (RFC 8259 leaves open which
 * one counts), `__proto__`, and excessive nesting.
 *
 * @param text one that `JSON.parse` accepts
 * @returns why the text is rejected, or `undefined` if it is accepted
 */
export const jsonProblem = (text: string): string | undefined => {
  /** The names of each open object; `null` for a list. */
  const open: (Set<string> | null)[] = [];
  let isNameNext = false;
  STRUCTURAL.lastIndex = 0;
  for (let match = STRUCTURAL.exec(text); match !== null; match = STRUCTURAL.exec(text)) {
    const names = open.at(-1);
    switch (match[0]) {
      case '"': {
        const end = endOfString(text, match.index);
        STRUCTURAL.lastIndex = end;
        if (!isNameNext || names === undefined || names === null) break;
        isNameNext = false;
        const name = nameOf(text.slice(match.index, end));
        if (name === '__proto__') return 'the name "__proto__" is not allowed';
        if (names.has(name)) return `the object holds "${name}" twice`;
        names.add(name);
        break;
      }
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return `objects and lists are nested more than ${MAX_DEPTH} deep`;
        open.push(match[0] === '{' ? new Set() : null);
        isNameNext = match[0] === '{';
        break;
      case ',':
        isNameNext = names !== null;
        break;
      default:
        open.pop();
    }
  }
  return undefined;
};
