import { encodeCursor } from '../../../shared/contract/cursor.ts';

/** The cursor that the API issues with the page that ends with an entry. */
export const cursorAfter = (
  organizationId: string,
  callListId: string,
  position: number,
  entryId: string,
): string => encodeCursor(['call-list-entries', organizationId, callListId], `${position}#${entryId}`);
