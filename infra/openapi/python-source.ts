/** A key of a TypedDict. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly description?: string | undefined;
}

const KEYWORDS = new Set(['from', 'import', 'class', 'global', 'in', 'is', 'not', 'with', 'yield']);
const LINE = 100;
/** The maximum of the linter. */
const CODE_LINE = 110;

/** The name of a key in Python. */
export const snakeCase = (name: string): string => {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
};
/** A literal in Python. */
export const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** A docstring of lines of at most LINE characters. */
const docstring = (text: string | undefined, indent: string): readonly string[] => {
  if (text === undefined) return [];
  const lines = [''];
  for (const word of text.replaceAll('\\', '\\\\').split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < LINE) lines[lines.length - 1] = `${line} ${word}`.trim();
    else lines.push(word);
  }
  const [only = ''] = lines;
  if (lines.length === 1) return [`${indent}"""${only}"""`];
  return [`${indent}"""`, ...lines.map((line) => indent + line), `${indent}"""`];
};

/** A key of a class. A type that is too long for its line is broken at its outer bracket, as ruff does. */
const keyOf = ({ name, type }: Field): readonly string[] => {
  const line = `    ${name}: ${type}`;
  const bracket = type.indexOf('[');
  if (line.length <= CODE_LINE || bracket === -1) return [line];
  const inner = `        ${type.slice(bracket + 1, -1)}`;
  // As ruff formats it: one value per line, if they do not fit on one.
  const values =
    inner.length <= CODE_LINE
      ? [inner]
      : inner
          .trim()
          .split(', ')
          .map((value) => `        ${value},`);
  return [`    ${name}: ${type.slice(0, bracket + 1)}`, ...values, '    ]'];
};

const classOf = (name: string, bases: string, fields: readonly Field[], description?: string): string => {
  const body = fields.flatMap((field) => [...keyOf(field), ...docstring(field.description, '    ')]);
  const documentation = docstring(description, '    ');
  const start = [`class ${name}(${bases}):`, ...documentation, ...(documentation.length > 0 ? [''] : [])];
  return [...start, ...(body.length + start.length === 1 ? ['    pass'] : body)].join('\n');
};

/** A TypedDict of keys that are no names in Python, such as `call-lists`: all required, or all optional. */
const dictOf = (name: string, fields: readonly Field[], isTotal: boolean): string =>
  [
    `${name} = TypedDict(`,
    `    "${name}",`,
    '    {',
    ...fields.map((field) => `        "${field.name}": ${field.type},`),
    '    },',
    ...(isTotal ? [] : ['    total=False,']),
    ')',
  ].join('\n');

/** A TypedDict. Optional keys are in a subclass, because `NotRequired` needs Python 3.11. */
export const typedDicts = (
  name: string,
  required: readonly Field[],
  optional: readonly Field[],
  description?: string,
): string => {
  if ([...required, ...optional].some((field) => !/^\w+$/.test(field.name))) {
    if (required.length > 0 && optional.length > 0) throw new Error(`${name} has keys of both kinds.`);
    return dictOf(name, [...required, ...optional], optional.length === 0);
  }
  if (optional.length === 0) return classOf(name, 'TypedDict', required, description);
  if (required.length === 0) return classOf(name, 'TypedDict, total=False', optional, description);
  return [
    classOf(`_${name}`, 'TypedDict', required),
    classOf(name, `_${name}, total=False`, optional, description),
  ].join('\n\n\n');
};

/** An alias of a union. */
export const unionOf = (name: string, members: readonly string[]): string => {
  const line = `${name}: TypeAlias = ${members.join(' | ')}`;
  return line.length <= LINE ? line : `${name}: TypeAlias = (\n    ${members.join('\n    | ')}\n)`;
};

/** An alias of a union of literals. */
export const literalOf = (name: string, values: readonly unknown[]): string =>
  `${name}: TypeAlias = Literal[\n${values.map((value) => `    ${literal(value)},\n`).join('')}]`;
