import type { WriteOperation } from './writer.ts';

/** Keeps a process from writing once another one has superseded it. */
export interface WriteFence {
  /** Marks the tombstones that the process writes. */
  readonly mark?: string;
  /** The condition that each transaction of the process makes: it fails once the process is superseded. */
  check(): WriteOperation;
  /**
   * To be called after a failed condition, before what was read is read again.
   *
   * @throws if the process is superseded
   */
  assertOpen(): Promise<void>;
}
