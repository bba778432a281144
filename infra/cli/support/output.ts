import { printable } from '../../../shared/runtime/printable.ts';

/** One line, or several. Line breaks within a line are escaped. */
export type Text = string | readonly string[];

/**
 * Prints for people and programs. Everything that could control a terminal is escaped, because names, cells
 * and messages come from others.
 */
export interface Output {
  /** Prints the result for people. */
  result(text: Text): void;
  /** Prints the result for programs, as one JSON document. */
  document(value: unknown): void;
  /** Prints messages and progress, separate from the result. */
  message(text: Text): void;
}

/** The lines of a trusted text. */
export const linesOf = (text: string): readonly string[] => text.split('\n');

/** JSON for people. */
export const jsonLines = (value: unknown): readonly string[] => linesOf(JSON.stringify(value, null, 2));

const printed = (text: Text): string =>
  [text]
    .flat()
    .map((line) => `${printable(line)}\n`)
    .join('');

/** The streams of a process. */
interface Streams {
  stdout(text: string): void;
  stderr(text: string): void;
}

export const createOutput = ({ stdout, stderr }: Streams): Output => ({
  result: (text) => stdout(printed(text)),
  document: (value) => stdout(printed(JSON.stringify(value))),
  message: (text) => stderr(printed(text)),
});

export const processOutput = createOutput({
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
});
