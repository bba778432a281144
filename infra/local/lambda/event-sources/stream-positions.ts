import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../../process/atomic-file.ts';
import { messageOf, StartError } from '../../process/start-error.ts';
import type { StreamMapping } from './mapping-definition.ts';

/** How far one mapping is with its stream. */
export interface MappingPositions {
  /** Records that are older, in milliseconds since the epoch, are not for this mapping. */
  readonly since: number;
  /** The sequence number of the last record that is done with; `undefined`: none of the shard is. */
  of(shardId: string): string | undefined;
  /** Kept soon afterwards. */
  set(shardId: string, sequenceNumber: string): void;
}

export interface StreamPositions {
  /** What was kept of another stream, such as that of a table that was deleted and made again, does not count. */
  open(mapping: StreamMapping, streamArn: string): MappingPositions;
  /** Fulfilled once everything is kept. */
  flush(): Promise<void>;
}

const mappingSchema = z.object({
  streamArn: z.string(),
  since: z.number(),
  shards: z.record(z.string(), z.string()),
});
const fileSchema = z.record(z.string(), mappingSchema);
type KeptMapping = z.infer<typeof mappingSchema>;

/** Between writes: what is lost of this time when the runner is killed is handed to the functions again. */
const WRITE_MILLISECONDS = 250;

const read = (file: string): Record<string, KeptMapping> => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  return fileSchema.parse(JSON.parse(text));
};

/**
 * Opens the file in which mappings remember how far they are.
 *
 * @throws StartError when the file is not readable as one
 */
export const openStreamPositions = (file: string, onError: (error: Error) => void): StreamPositions => {
  let mappings: Record<string, KeptMapping>;
  try {
    mappings = read(file);
  } catch (error) {
    throw new StartError(`${file} cannot be used: ${messageOf(error)}.`);
  }
  let isDirty = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    while (isDirty) {
      isDirty = false;
      await writeFileAtomically(file, `${JSON.stringify(mappings, null, 2)}\n`).catch((error: unknown) =>
        onError(new Error(`${file} cannot be written: ${messageOf(error)}.`)),
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
  const changed = (): void => {
    isDirty = true;
    timer ??= setTimeout(() => void flush(), WRITE_MILLISECONDS);
  };

  return {
    open({ logicalId, startingPosition }, streamArn) {
      const kept = mappings[logicalId];
      const isNew = kept === undefined;
      const mapping: KeptMapping =
        kept?.streamArn === streamArn
          ? kept
          : { streamArn, since: isNew && startingPosition === 'LATEST' ? Date.now() : 0, shards: {} };
      mappings[logicalId] = mapping;
      changed();
      return {
        since: mapping.since,
        of: (shardId) => mapping.shards[shardId],
        set(shardId, sequenceNumber) {
          if (mapping.shards[shardId] === sequenceNumber) return;
          mapping.shards[shardId] = sequenceNumber;
          changed();
        },
      };
    },
    flush,
  };
};
