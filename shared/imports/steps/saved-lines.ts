import type { ObjectStore } from '../../runtime/bucket/object-store.ts';

/** UTF-16 code units that are held before a checkpoint is due. */
const MAX_HELD = 4 * 1024 * 1024;

/** Where lines are written, and as what. */
interface LinesFile {
  readonly contentType: string;
  /** What the file starts with. */
  readonly start: string;
}

/**
 * Lines about the rows of an import. Each checkpoint writes those since the previous one to an object of
 * their own, its part: a step that is repeated replaces it. The parts together are the file.
 */
export class SavedLines {
  readonly #objects: ObjectStore;
  readonly #keyOf: (part: number) => string;
  #parts: number;
  #lines = '';
  /** The length of the lines up to the last checkpoint. */
  #marked = 0;

  /** @param parts those that earlier steps have written */
  constructor(objects: ObjectStore, keyOf: (part: number) => string, parts: number) {
    this.#objects = objects;
    this.#keyOf = keyOf;
    this.#parts = parts;
  }

  get parts(): number {
    return this.#parts;
  }

  add(line: string): void {
    this.#lines += line;
  }

  /** Whether so many are held that a checkpoint is due. */
  get isFull(): boolean {
    return this.#lines.length >= MAX_HELD;
  }

  /** Notes that the lines so far are those before a checkpoint. */
  mark(): void {
    this.#marked = this.#lines.length;
  }

  /** Writes the lines up to the last mark. */
  async save({ contentType, start }: LinesFile): Promise<void> {
    const marked = this.#lines.slice(0, this.#marked);
    if (marked === '') return;
    const text = this.#parts === 0 ? start + marked : marked;
    await this.#objects.write(this.#keyOf(this.#parts), text, contentType);
    this.#parts += 1;
    this.#lines = this.#lines.slice(marked.length);
    this.#marked = 0;
  }

  /** Writes all saved lines to objects. No-op without any. */
  async publish(keys: readonly string[], contentType: string): Promise<void> {
    if (this.#parts === 0) return;
    const parts = Array.from({ length: this.#parts }, (_, part) => this.#keyOf(part));
    for (const key of keys) await this.#objects.concatenate(key, '', parts, contentType);
  }
}
