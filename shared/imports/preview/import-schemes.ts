import type { ImportKind } from '../../contract/import-limits.ts';
import { CALL_LISTS } from '../../importing/cells/call-list-fields.ts';
import type { DraftScheme } from '../../importing/columns/bind-columns.ts';
import { COMPANIES, PEOPLE } from '../../importing/records/record-kinds.ts';

/** What binding columns takes of a scheme, whatever its drafts are. */
type ColumnScheme = Pick<DraftScheme<never>, 'fields' | 'recognise' | 'otherwise'>;

/** How the columns of each kind of file are bound to fields. */
export const IMPORT_SCHEMES: Readonly<Record<ImportKind, ColumnScheme>> = {
  people: PEOPLE,
  companies: COMPANIES,
  'call-lists': CALL_LISTS,
};
