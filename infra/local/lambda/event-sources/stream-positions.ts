import { z } from 'zod';
import { createSerialWriter } from '../../process/serial-writer.ts';
import { readStateFile } from '../../process/state-file.ts';

/** How far one mapping has read its stream. */
export interface MappingPositions {
  /** The sequence number of the last processed record; `undefined` if the shard has none. */
  of(shardId: string): string | undefined;
  /** Fulfilled once it is saved. */
  set(shardId: string, sequenceNumber: string): Promise<void>;
}

const fileSchema = z.record(
  z.string(),
  z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) }),
);

/**
 * Opens the file in which mappings save their positions.
 *
 * @returns opens the positions of a mapping, which starts over with another stream, such as that of a table
 *   that was deleted and recreated
 * @throws StartError when the file cannot be read or parsed
 */
export const openStreamPositions = (
  file: string,
): ((mappingId: string, streamArn: string) => MappingPositions) => {
  const mappings = readStateFile(file, fileSchema, 'read the streams again from their beginnings') ?? {};
  const save = createSerialWriter(file, () => `${JSON.stringify(mappings, null, 2)}\n`);
  return (mappingId, streamArn) => {
    const saved = mappings[mappingId];
    const mapping = saved?.streamArn === streamArn ? saved : { streamArn, shards: {} };
    mappings[mappingId] = mapping;
    const { shards }: { shards: Record<string, string> } = mapping;
    return {
      of: (shardId) => shards[shardId],
      set(shardId, sequenceNumber) {
        shards[shardId] = sequenceNumber;
        return save();
      },
    };
  };
};
