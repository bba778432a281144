/** A fenced block of a guide. */
export interface Block {
  readonly language: string;
  /** What follows the language on the line of the fence. */
  readonly note: string;
  readonly text: string;
  readonly line: number;
  /** The file that the sentence before it says to save it as. */
  readonly file: string | undefined;
}

const FENCE = /^( *)```(\w*)[ ]?(.*)\n([\s\S]*?)^ *```$/gm;
const FILE = /[Ss]ave\s+(?:this|it)\s+(?:as|in) `([^`]+)`/;

/** The fenced blocks of a Markdown document, in order. */
export const blocksOf = (markdown: string): readonly Block[] => {
  let from = 0;
  return [...markdown.matchAll(FENCE)].map(
    ({ index, 0: whole, 1: indent = '', 2: language = '', 3: note = '', 4: text = '' }) => {
      const before = markdown.slice(from, index);
      from = index + whole.length;
      return {
        language,
        note: note.trim(),
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
        line: markdown.slice(0, index).split('\n').length,
        file: FILE.exec(before.slice(before.lastIndexOf('\n\n', before.trimEnd().length - 1)))?.[1],
      };
    },
  );
};
