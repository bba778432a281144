/** What hands the records of one event source to its function. */
export interface Poller {
  /** Takes nothing new, and is fulfilled once invocations under way have ended, or a few seconds later. */
  stop(): Promise<void>;
}

/** What pollers report to. */
export type OnError = (error: Error) => void;
