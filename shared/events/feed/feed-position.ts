/** A place in an organization's feed: an event, by its chunk (from 1) and its index in the chunk (from 0). */
export interface FeedPosition {
  readonly chunk: number;
  readonly index: number;
}

/** A place in an epoch of the feed: a restored table has other events at the same places. */
export interface EpochPosition extends FeedPosition {
  readonly epoch: number;
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

/** `epoch:chunk.index`, in the first epoch `chunk.index`, for cursors. */
export const epochPositionText = ({ epoch, ...position }: EpochPosition): string =>
  `${epoch === 0 ? '' : `${epoch}:`}${feedPositionText(position)}`;

/** The inverse of {@link epochPositionText}; `undefined` for any other text. */
export const epochPosition = (text: string): EpochPosition | undefined => {
  const [, epoch = '0', rest = ''] = /^(?:([1-9]\d{0,9}):)?(.*)$/.exec(text) ?? [];
  const position = feedPosition(rest);
  return position && { ...position, epoch: Number(epoch) };
};
