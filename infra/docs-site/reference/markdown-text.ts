/** Escapes text that is not Markdown. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#~]/g, String.raw`\$&`);

/** Text as inline code, also if it contains backticks. */
export const inlineCode = (text: string): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
};

/** A value as inline code: JSON, with strings unquoted. */
export const valueCode = (value: unknown): string =>
  inlineCode(typeof value === 'string' ? value : JSON.stringify(value));

/** A block of code. Code has no line of three backticks. */
export const codeBlock = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

const cell = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |\n`;

/** A table of cells with inline Markdown. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows].map(row).join('');

/** The words of a name in lower case with hyphens: `list-people` for `listPeople`. */
export const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
