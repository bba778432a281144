/** A place in an organization's feed: an event, by its chunk (from 1) and its index in the chunk (from 0). */
export interface FeedPosition {
  readonly chunk: number;
  readonly index: number;
}

/** The first place of a feed. */
export const FIRST_POSITION: FeedPosition = { chunk: 1, index: 0 };

/** `chunk.index`, for cursors and references. */
export const feedPositionText = ({ chunk, index }: FeedPosition): string => `${chunk}.${index}`;

/** The inverse of {@link feedPositionText}; `undefined` for any other text. */
export const feedPosition = (text: string): FeedPosition | undefined => {
  const [, chunk, index] = /^([1-9]\d{0,11})\.(0|[1-9]\d{0,4})$/.exec(text) ?? [];
  return chunk === undefined ? undefined : { chunk: Number(chunk), index: Number(index) };
};
