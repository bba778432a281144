import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { messageOf, StartError } from '../process/start-error.ts';

const failureSchema = z.strictObject({ code: z.string(), message: z.string() });
/** Why an attempt failed. */
export type DeliveryFailure = z.infer<typeof failureSchema>;

const recordSchema = z.strictObject({
  id: z.string(),
  ruleArn: z.string(),
  targetId: z.string(),
  /** As JSON. */
  event: z.string(),
  /** When the first attempt began, in milliseconds since the epoch. */
  since: z.number(),
  /** Attempts that failed. */
  attempts: z.number(),
  /** Of the last attempt. */
  failure: failureSchema.optional(),
});
/** An event that a target still has to get. */
export type DeliveryRecord = z.infer<typeof recordSchema>;

const lineSchema = z.union([z.strictObject({ put: recordSchema }), z.strictObject({ remove: z.string() })]);

/** The deliveries that are not done, in a file that is added to and cleared out now and then. */
export interface DeliveryJournal {
  /** What an earlier run left undone. */
  readonly left: readonly DeliveryRecord[];
  /** Adds a delivery, or replaces the one with its id. Fulfilled once it is on disk. */
  put(record: DeliveryRecord): Promise<void>;
  /** Fulfilled once it is on disk; a crash before may bring the delivery back. */
  remove(id: string): Promise<void>;
  /** Fulfilled once everything is on disk. */
  close(): Promise<void>;
}

/** What done deliveries may take up in the file, in bytes, besides as much as the others do. */
const SLACK = 65_536;

const read = (path: string): ReadonlyMap<string, DeliveryRecord> => {
  const records = new Map<string, DeliveryRecord>();
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return records;
    throw new StartError(`${path} cannot be read: ${messageOf(error)}.`);
  }
  try {
    // What is after the last line break was cut off by a crash before anybody relied on it.
    for (const line of text.split('\n').slice(0, -1)) {
      const change = lineSchema.parse(JSON.parse(line));
      if ('put' in change) records.set(change.put.id, change.put);
      else records.delete(change.remove);
    }
  } catch {
    throw new StartError(
      `${path} is damaged: restore it, or delete it to give up the deliveries that are not done.`,
    );
  }
  return records;
};

/**
 * Opens the journal, and clears it out.
 *
 * @param path of the file, which need not exist
 * @throws StartError when it exists and cannot be understood
 */
export const openDeliveryJournal = async (path: string): Promise<DeliveryJournal> => {
  const left = read(path);
  const lineOf = (record: DeliveryRecord): string => `${JSON.stringify({ put: record })}\n`;
  /** The line of each delivery that is not done, by its id. */
  const lines = new Map([...left].map(([id, record]) => [id, lineOf(record)]));
  let liveBytes = 0;
  for (const line of lines.values()) liveBytes += Buffer.byteLength(line);
  let fileBytes = 0;
  let file: FileHandle | undefined;
  let waiting: string[] = [];
  let lastWrite: Promise<void> = Promise.resolve();

  const rewrite = async (): Promise<void> => {
    await file?.close();
    file = undefined;
    const text = [...lines.values()].join('');
    await writeFileAtomically(path, text);
    fileBytes = Buffer.byteLength(text);
    file = await open(path, 'a');
  };

  const append = async (to: FileHandle, text: string): Promise<void> => {
    try {
      await to.appendFile(text);
      await to.datasync();
      fileBytes += Buffer.byteLength(text);
    } catch (error) {
      // Half a line may be there now, so the next write is one of the whole file.
      file = undefined;
      await to.close();
      throw error;
    }
  };

  /** One write at a time, each of everything that came up during the one before it. */
  const save = (line: string): Promise<void> => {
    waiting.push(line);
    const write = lastWrite
      .catch(() => undefined)
      .then(async () => {
        const text = waiting.join('');
        waiting = [];
        // Another write took this line along, unless that one failed.
        if (text === '' && file !== undefined) return;
        if (file === undefined || fileBytes > 2 * liveBytes + SLACK) await rewrite();
        else await append(file, text);
      });
    lastWrite = write;
    return write;
  };

  const replace = (id: string, line: string | undefined): string | undefined => {
    const before = lines.get(id);
    liveBytes += Buffer.byteLength(line ?? '') - Buffer.byteLength(before ?? '');
    if (line === undefined) lines.delete(id);
    else lines.set(id, line);
    return before;
  };

  await rewrite();
  return {
    left: [...left.values()],
    async put(record) {
      const line = lineOf(record);
      const before = replace(record.id, line);
      try {
        await save(line);
      } catch (error) {
        replace(record.id, before);
        throw error;
      }
    },
    async remove(id) {
      if (replace(id, undefined) !== undefined) await save(`${JSON.stringify({ remove: id })}\n`);
    },
    async close() {
      await lastWrite.catch(() => undefined);
      await file?.close();
      file = undefined;
    },
  };
};
