import { createCompanies } from '../../table/collections/collections.ts';
import type { TableReader } from '../../table/reader.ts';
import type { NamedCompany } from './company-directory.ts';

/** Companies per page. */
const PAGE_SIZE = 500;

/**
 * Yields all companies of an organization, through the index of their collection: half a read unit per
 * company of up to 4 KB. The index lags behind the table by a moment. Throws an Error while it may not list
 * all companies.
 */
export async function* listCompanies(
  reader: TableReader,
  organizationId: string,
): AsyncGenerator<readonly NamedCompany[]> {
  const companies = createCompanies(reader, organizationId);
  if (!(await companies.total()).isComplete) {
    throw new Error(
      'The collection of companies does not list all stored ones yet. Finish "npm run upgrade-data".',
    );
  }
  let position: string | undefined;
  let hasMore = true;
  while (hasMore) {
    const page = await companies.page({
      changedSince: undefined,
      descending: false,
      limit: PAGE_SIZE,
      position,
    });
    yield page.items.map(({ resource }) => resource);
    position = page.end ?? position;
    hasMore = page.hasMore;
  }
}
