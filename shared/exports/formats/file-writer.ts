/** Writes records into one file. */
export interface FileWriter {
  add(record: object): Promise<void>;
  /** About how many bytes it takes so far. */
  readonly bytes: number;
  /** The content of the file. Nothing is added afterwards. */
  finish(): Promise<Uint8Array>;
}

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
  const lines = [Buffer.from(head)];
  let bytes = lines[0]?.length ?? 0;
  return {
    async add(record) {
      const line = Buffer.from(lineOf(record));
      lines.push(line);
      bytes += line.length;
    },
    get bytes() {
      return bytes;
    },
    finish: async () => (bytes === 0 ? Buffer.from(empty) : Buffer.concat(lines)),
  };
};
