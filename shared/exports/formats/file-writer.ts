/** Writes records into one file. */
export interface FileWriter {
  add(record: object): Promise<void>;
  /** About how many bytes it takes so far. */
  readonly bytes: number;
  /** The content of the file. Nothing is added afterwards. */
  finish(): Promise<Uint8Array>;
}

/** Lines that are encoded together: one buffer for each of them takes more time and memory. */
const PART_CHARACTERS = 256 * 1024;

/**
 * Writes a file of lines, each with its end.
 *
 * @param empty the content of a file without a head and records
 */
export const createLineWriter = (
  head: string,
  lineOf: (record: object) => string,
  empty = '',
): FileWriter => {
  const parts: Buffer[] = [];
  let bytes = 0;
  let lines = head;
  const encode = (): void => {
    const part = Buffer.from(lines);
    parts.push(part);
    bytes += part.length;
    lines = '';
  };
  return {
    async add(record) {
      lines += lineOf(record);
      if (lines.length >= PART_CHARACTERS) encode();
    },
    get bytes() {
      return bytes + lines.length;
    },
    async finish() {
      encode();
      return bytes === 0 ? Buffer.from(empty) : Buffer.concat(parts);
    },
  };
};
