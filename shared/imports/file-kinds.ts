import { camelOf } from '../kinds/names.ts';
import { IMPORT_KINDS, type Import, type ImportKind } from './import.ts';
import { FILE_KINDS, type FileKind } from './reader/files/source-file.ts';

export const fileKindOf = ({ kind }: Pick<Import, 'kind'>): FileKind => camelOf(kind);

const placeOf = (kind: ImportKind): number => FILE_KINDS.indexOf(fileKindOf({ kind }));

/** Kinds of imports, in the order in which files are imported: each refers only to earlier ones. */
export const IMPORT_ORDER: readonly ImportKind[] = /* @__PURE__ */ IMPORT_KINDS.toSorted(
  (a, b) => placeOf(a) - placeOf(b),
);
