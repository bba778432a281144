import { KIND_NAMES, pluralOf, snakeOf } from '../../../shared/kinds/names.ts';

const KINDS = new Map<string, string>(KIND_NAMES.map((name) => [snakeOf(pluralOf(name)), snakeOf(name)]));

/** The kind of a stream's records in the event feed; `undefined` for a stream of no kind. */
export const kindOfStream = (stream: string): string | undefined => KINDS.get(stream);
