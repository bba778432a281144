import { KINDS } from '../../kinds/kinds.ts';
import { KIND_NAMES, type KindName } from '../../kinds/names.ts';
import type { Item } from '../../table/reader.ts';
import { recordReader } from './record-reader.ts';

const READERS = new Map(KIND_NAMES.map((name) => [name, recordReader(KINDS[name].fields)]));

/**
 * A stored record of a kind as the API returns it. Throws a CorruptItemError if the API could not return it.
 */
export const readRecord = (name: KindName, item: Item): Readonly<Record<string, unknown>> => {
  const read = READERS.get(name);
  if (read === undefined) throw new Error(`The kind ${name} is not declared.`);
  return read(item);
};
