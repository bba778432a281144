import { createHash } from 'node:crypto';
import {
  ObjectChangedError,
  type ObjectRevision,
  type ObjectStore,
} from '../../../shared/runtime/bucket/object-store.ts';

/** Objects in memory, read in small pieces. */
export class MemoryObjects implements ObjectStore {
  readonly content = new Map<string, Buffer>();
  /** Other buckets that can be read, by name. */
  readonly others = new Map<string, MemoryObjects>();
  /** Called before each piece that is read. */
  onRead: (key: string) => void | Promise<void> = () => undefined;

  etagOf(key: string): string {
    return createHash('md5')
      .update(this.content.get(key) ?? '')
      .digest('hex');
  }

  async *read(key: string, etag: string): AsyncGenerator<Uint8Array> {
    const bytes = this.content.get(key);
    if (bytes === undefined) throw new ObjectChangedError('The file was deleted.');
    if (this.etagOf(key) !== etag) throw new ObjectChangedError('The file was replaced.');
    for (let at = 0; at < bytes.length; at += 64) {
      await this.onRead(key);
      yield bytes.subarray(at, at + 64);
    }
  }

  async write(key: string, content: string | Uint8Array, _contentType?: string): Promise<void> {
    this.content.set(key, Buffer.from(content));
  }

  async copy({ bucket, key, etag }: ObjectRevision, to: string): Promise<string> {
    const other = this.others.get(bucket);
    if (other === undefined) throw new Error('AccessDenied');
    if (other.etagOf(key) !== etag) throw new ObjectChangedError('The file was replaced.');
    this.content.set(to, other.content.get(key) ?? Buffer.alloc(0));
    return this.etagOf(to);
  }

  async readWhole(key: string): Promise<Uint8Array> {
    const bytes = this.content.get(key);
    if (bytes === undefined) throw new ObjectChangedError('The file was deleted.');
    return bytes;
  }

  async list(prefix: string): Promise<readonly string[]> {
    return [...this.content.keys()].filter((key) => key.startsWith(prefix));
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.content.delete(key);
  }

  async concatenate(key: string, start: string, parts: readonly string[]): Promise<void> {
    const texts = parts.map((part) => this.content.get(part) ?? Buffer.alloc(0));
    this.content.set(key, Buffer.concat([Buffer.from(start), ...texts]));
  }
}
