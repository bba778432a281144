import type { TableReader } from '../table/reader.ts';
import type { FeedPosition } from './feed-position.ts';
import { readChunk } from './stored-chunks.ts';

/** The JSON of one event; `undefined` if it is no longer stored. */
export const readEvent = async (
  reader: TableReader,
  organizationId: string,
  { chunk, index }: FeedPosition,
): Promise<string | undefined> => (await readChunk(reader, organizationId, chunk))?.events[index]?.json;
