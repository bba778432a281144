import type { AdminApi } from '../../../api/admin-api.ts';
import { listRecords } from '../read-records.ts';
import { filtersOf } from '../record-fields.ts';
import { guessesOf, mayBeId, parametersOf, readSources } from './guess.ts';

/** As many people as one request names. */
const PAGE_SIZE = 100;
const MOST = 500;

/** Some people that a text may be meant for, and whether there are more. */
export interface FoundPeople {
  readonly ids: readonly string[];
  readonly isCut: boolean;
}

/** Finds the people that a name, email, phone number or id is of: by the surest lookup that finds any. */
export const findPeople = async (api: AdminApi, text: string, signal: AbortSignal): Promise<FoundPeople> => {
  const sources = mayBeId(text) ? await readSources(api, signal).catch(() => []) : [];
  for (const guess of guessesOf(text, sources).filter(({ parameter }) => parameter in filtersOf('people'))) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { ...parametersOf(guess), limit: PAGE_SIZE, count: 'none', cursor };
      const page = await listRecords(api, 'people', query, signal);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined && ids.length < MOST);
    if (ids.length > 0) return { ids, isCut: cursor !== undefined };
  }
  return { ids: [], isCut: false };
};

/** Reads what belongs to people, a request for each hundred of them. */
export const forPeople = async <T>(
  { ids }: FoundPeople,
  read: (personId: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  const parts = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, index) =>
    read(ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)),
  );
  return (await Promise.all(parts)).flat();
};
