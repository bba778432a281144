/** A value that a pattern can be compared with. */
export type Leaf = string | number | boolean | null;

/** Says what is wrong with a pattern, by throwing. */
type Fail = (what: string) => never;
type LeafTest = (leaf: Leaf) => boolean;
type Compile = (operand: unknown, fail: Fail) => LeafTest;

const text = (operand: unknown, fail: Fail): string =>
  typeof operand === 'string' ? operand : fail(`${JSON.stringify(operand)} where a text belongs`);

const onText =
  (test: (value: string) => boolean): LeafTest =>
  (leaf) =>
    typeof leaf === 'string' && test(leaf);

const equalsIgnoreCase: Compile = (operand, fail) => {
  const wanted = text(operand, fail).toLowerCase();
  return onText((value) => value.toLowerCase() === wanted);
};

/** The start or the end of a text, which `{"equals-ignore-case": ...}` can be said of. */
const affix =
  (has: (value: string, affix: string) => boolean): Compile =>
  (operand, fail) => {
    if (typeof operand === 'string') return onText((value) => has(value, operand));
    const [[name, inner] = [], ...rest] = entriesOf(operand);
    if (name !== 'equals-ignore-case' || rest.length > 0)
      fail(`${JSON.stringify(operand)} where a text belongs`);
    const wanted = text(inner, fail).toLowerCase();
    return onText((value) => has(value.toLowerCase(), wanted));
  };

/** `*` stands for any text; `\*` and `\\` stand for themselves. */
const wildcard: Compile = (operand, fail) => {
  const pattern = text(operand, fail);
  if (/^(?:[^\\]|\\.)*?\*\*/s.test(pattern)) fail(`"${pattern}", in which two wildcards follow each other`);
  const source = pattern.replaceAll(/\\[*\\]|[\s\S]/g, (part) => {
    if (part === '*') return '.*';
    if (part === '\\') return fail(`"${pattern}", in which a backslash is before neither * nor \\`);
    return (part.at(-1) ?? '').replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  });
  const expression = new RegExp(`^${source}$`, 's');
  return onText((value) => expression.test(value));
};

const COMPARISONS: ReadonlyMap<unknown, (value: number, bound: number) => boolean> = new Map([
  ['=', (value, bound) => value === bound],
  ['<', (value, bound) => value < bound],
  ['<=', (value, bound) => value <= bound],
  ['>', (value, bound) => value > bound],
  ['>=', (value, bound) => value >= bound],
]);

/** Comparisons one after the other, such as `[">", 0, "<=", 5]`. */
const numeric: Compile = (operand, fail) => {
  const list = Array.isArray(operand) ? operand : [];
  if (list.length !== 2 && list.length !== 4) fail(`${JSON.stringify(operand)} where comparisons belong`);
  const tests = Array.from({ length: list.length / 2 }, (_, index) => {
    const [sign, bound]: unknown[] = list.slice(2 * index, 2 * index + 2);
    const compare = COMPARISONS.get(sign) ?? fail(`the unknown comparison ${JSON.stringify(sign)}`);
    if (typeof bound !== 'number') return fail(`${JSON.stringify(bound)} where a number belongs`);
    return (value: number) => compare(value, bound);
  });
  return (leaf) => typeof leaf === 'number' && tests.every((test) => test(leaf));
};

const exactly: Compile = (operand, fail) =>
  typeof operand === 'string' || typeof operand === 'number'
    ? (leaf) => leaf === operand
    : fail(`${JSON.stringify(operand)} where a text or a number belongs`);

const anythingBut: Compile = (operand, fail) => {
  const [[name, inner] = [], ...rest] = entriesOf(operand);
  let compile: Compile | undefined = exactly;
  if (name !== undefined) compile = rest.length === 0 ? EXCLUDING.get(name) : undefined;
  if (compile === undefined) {
    return fail(`anything-but ${JSON.stringify(operand)}, which the local runner does not know`);
  }
  const excluded = name === undefined ? operand : inner;
  const list: readonly unknown[] = Array.isArray(excluded) ? excluded : [excluded];
  const tests = list.map((one) => compile(one, fail));
  return (leaf) => !tests.some((test) => test(leaf));
};

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** What `anything-but` can be said of, apart from values. */
const EXCLUDING: ReadonlyMap<string, Compile> = new Map([
  ['prefix', affix((value, start) => value.startsWith(start))],
  ['suffix', affix((value, end) => value.endsWith(end))],
  ['equals-ignore-case', equalsIgnoreCase],
  ['wildcard', wildcard],
]);

const OPERATORS: ReadonlyMap<string, Compile> = new Map([
  ...EXCLUDING,
  ['numeric', numeric],
  ['anything-but', anythingBut],
]);

/**
 * Compiles one of the values that a field may have, or the operator that stands in its place.
 *
 * @returns whether any of a field's values fits; there is none where the field is missing
 */
export const compileAlternative = (
  alternative: unknown,
  fail: Fail,
): ((leaves: readonly Leaf[]) => boolean) => {
  if (alternative === null || typeof alternative !== 'object') {
    return (leaves) => leaves.some((leaf) => leaf === alternative);
  }
  const [[name = '', operand] = [], ...rest] = entriesOf(alternative);
  if (rest.length > 0) fail(`several operators in one object (${JSON.stringify(alternative)})`);
  if (name === 'exists') {
    if (typeof operand !== 'boolean') fail('exists with something else than true or false');
    return (leaves) => leaves.length > 0 === operand;
  }
  const compile = OPERATORS.get(name);
  if (compile === undefined) return fail(`the operator "${name}", which the local runner does not know`);
  const test = compile(operand, fail);
  return (leaves) => leaves.some(test);
};
