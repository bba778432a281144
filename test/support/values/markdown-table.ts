/**
 * The rows of the first table below a heading of a Markdown document, without its head.
 *
 * @param heading with its `#` characters
 */
export const tableBelow = (document: string, heading: string): readonly (readonly string[])[] => {
  const section = document.slice(document.indexOf(`\n${heading}\n`));
  const lines = section.slice(section.indexOf('\n|'), section.indexOf('|\n\n') + 1).trim();
  const rows = lines.split('\n').map((line) => line.split('|').slice(1, -1));
  return rows.slice(2).map((cells) => cells.map((cell) => cell.trim()));
};

/** What a text has in backticks. */
export const quoted = (text = ''): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
