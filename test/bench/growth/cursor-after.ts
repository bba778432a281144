import { encodeCursor } from '../../../shared/contract/cursor.ts';

/** The cursor that the API returns with the page that ends at an entry. */
export const cursorAfter = (
  organizationId: string,
  callListId: string,
  position: number,
  entryId: string,
): string => encodeCursor(['call-list-entries', organizationId, callListId], `${position}#${entryId}`);
