import type { ImportKind } from '../../contract/import-limits.ts';
import type { DraftScheme } from '../reader/columns/bind-columns.ts';
import { COMPANIES, PEOPLE } from '../reader/records/record-kinds.ts';
import { CALL_LISTS } from '../reader/rows/call-list-fields.ts';

/** What binding columns takes of a scheme, whatever its drafts are. */
type ColumnScheme = Pick<DraftScheme<never>, 'fields' | 'recognise' | 'otherwise'>;

/** How the columns of each kind of file are bound to fields. */
export const IMPORT_SCHEMES: Readonly<Record<ImportKind, ColumnScheme>> = {
  people: PEOPLE,
  companies: COMPANIES,
  'call-lists': CALL_LISTS,
};
