import { uuidOf } from '../domain/uuid.ts';

/** A position in the feed: `chunk.index`. */
export const FEED_POSITION = /^[1-9]\d{0,11}\.(?:0|[1-9]\d{0,4})$/;

interface PathParameter {
  /** The value; undefined for a text that is none. */
  readonly read: (text: string) => string | undefined;
  /** For error messages. */
  readonly rule: string;
}

/** The parameters of paths, by name. A path has at most one. */
export const PATH_PARAMETERS: Readonly<Record<string, PathParameter>> = {
  id: { read: uuidOf, rule: 'must be a UUID such as 6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11' },
  position: {
    read: (text) => (FEED_POSITION.test(text) ? text : undefined),
    rule: 'must be the position of an event such as 1024.3',
  },
};

/** The name of the parameter in a path, if it has one. */
export const pathParameterOf = (path: string): string | undefined => /\{(\w+)\}/.exec(path)?.[1];
