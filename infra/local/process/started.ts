type Undo = () => Promise<unknown> | unknown;

/** Collects what was started, and stops it in reverse order even if some of it fails to stop. */
export class Started {
  readonly #steps: Undo[] = [];
  #stopping: Promise<void> | undefined;

  add(undo: Undo): void {
    this.#steps.unshift(undo);
  }

  /** Can be called any number of times. */
  stop(): Promise<void> {
    this.#stopping ??= (async () => {
      for (const undo of this.#steps) await Promise.resolve(undo()).catch(() => undefined);
    })();
    return this.#stopping;
  }
}
