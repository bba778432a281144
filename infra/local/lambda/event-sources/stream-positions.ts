import { z } from 'zod';
import { writeFileAtomically } from '../../process/atomic-file.ts';
import { messageOf } from '../../process/start-error.ts';
import { readStateFile } from '../../process/state-file.ts';

/** How far one mapping has read its stream. */
export interface MappingPositions {
  /** The sequence number of the last processed record; `undefined` if the shard has none. */
  of(shardId: string): string | undefined;
  /** Saved within a quarter of a second. */
  set(shardId: string, sequenceNumber: string): void;
}

export interface StreamPositions {
  /** Starts over with another stream, such as that of a table that was deleted and recreated. */
  open(mappingId: string, streamArn: string): MappingPositions;
  /** Fulfilled once everything is saved. */
  flush(): Promise<void>;
}

const fileSchema = z.record(
  z.string(),
  z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) }),
);

/** Records processed in this time before a kill are handed to the function again. */
const WRITE_MILLISECONDS = 250;

/**
 * Opens the file in which mappings save their positions.
 *
 * @throws StartError when the file cannot be read or parsed
 */
export const openStreamPositions = (file: string, onError: (error: Error) => void): StreamPositions => {
  const mappings = readStateFile(file, fileSchema, 'read the streams again from their beginnings') ?? {};
  let isDirty = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    while (isDirty) {
      isDirty = false;
      await writeFileAtomically(file, `${JSON.stringify(mappings, null, 2)}\n`).catch((error: unknown) =>
        onError(new Error(`Cannot write ${file}: ${messageOf(error)}.`)),
      );
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  return {
    open(mappingId, streamArn) {
      const saved = mappings[mappingId];
      const mapping = saved?.streamArn === streamArn ? saved : { streamArn, shards: {} };
      mappings[mappingId] = mapping;
      const { shards }: { shards: Record<string, string> } = mapping;
      return {
        of: (shardId) => shards[shardId],
        set(shardId, sequenceNumber) {
          if (shards[shardId] === sequenceNumber) return;
          shards[shardId] = sequenceNumber;
          isDirty = true;
          timer ??= setTimeout(() => void flush(), WRITE_MILLISECONDS);
        },
      };
    },
    flush,
  };
};
