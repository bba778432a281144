/** When a received message becomes visible again. */
export interface VisibilityChange {
  readonly receiptHandle: string;
  /** Whole seconds from now. */
  readonly seconds: number;
}

export interface MessageVisibility {
  /**
   * Changes the visibility of received messages, at most 10 per call. Throws if any may not have been changed;
   * others may have been.
   */
  change(queueArn: string, changes: readonly VisibilityChange[], signal: AbortSignal): Promise<void>;
}
