import { IMPORT_KINDS } from '../../../shared/contract/imports/import-limits.ts';
import type { ImportKind } from '../../api/types.ts';

/** What a file holds, as users read it: `Call lists` for `call-lists`. */
export const KINDS = Object.fromEntries(
  IMPORT_KINDS.map((kind) => [kind, kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')]),
) as Readonly<Record<ImportKind, string>>;
