import { RECORD_ORDERS } from '../../../../shared/operations/admin-api/record-filters.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { NoMatch } from '../../../parts/empty-state.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { formatCount } from '../../../parts/numbers.ts';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { KINDS, type KindSegment, kindPath } from '../../../routing/record-paths.ts';
import { hrefOf, type Query } from '../../../routing/route.ts';
import { labelOf } from '../../../words.ts';
import { DownloadButton } from '../../exports/download-button.tsx';
import { NothingImported } from '../nothing-imported.tsx';
import { listRecords, type StoredRecord } from '../read-records.ts';
import { recordsCsvOf } from '../record-csv.ts';
import { filtersOf, referenceOf } from '../record-fields.ts';
import { RecordTable } from '../record-table.tsx';
import { useNames } from '../use-names.ts';
import { FilterForm } from './filter-form.tsx';
import { ListCounts } from './list-counts.tsx';

/** The number of records on a page. */
const PAGE_SIZE = 50;

const countText = (kind: KindSegment, count: number | null, isFiltered: boolean): string => {
  const { noun, plural } = KINDS[kind];
  const [one, several] = isFiltered ? [' matches', ' match'] : ['', ''];
  if (count === null) return `More than 10,000 ${plural}${several}`;
  return formatCount(count, `${noun}${one}`, `${plural}${several}`);
};

/** The records that a lookup by id is about, such as the person whose calls are shown. */
const About = ({ filters }: { readonly filters: Query }) => {
  const about = Object.entries(filters).flatMap(([name, id]) => {
    const record = referenceOf(name, id);
    return record === undefined ? [] : [{ name, record }];
  });
  const nameOf = useNames(about.map(({ record }) => record));
  return (
    <>
      {about.map(({ name, record }) => (
        <p key={name} class="toolbar-note">
          {labelOf(name)}: <RecordLink {...record} text={nameOf(record)} />
        </p>
      ))}
    </>
  );
};

interface RecordsPageProps {
  readonly kind: KindSegment;
  readonly query: Query;
}

/** All records of a kind, or those that its filters find: the count, and the table. */
export const RecordsPage = ({ kind, query }: RecordsPageProps) => {
  const { api } = useConsole();
  const { resource, noun, plural, title } = KINDS[kind];
  const address = { path: kindPath(kind), query };
  const { filters, sortingFrom } = listAddress(address);
  const { sort: _, ...found } = filters;
  const declared = filtersOf(kind);
  const isFiltered = Object.keys(found).length > 0;
  // A lookup has its own order.
  const isLookup = Object.keys(found).some((name) => declared[name]?.onlyWith !== undefined);
  const read: ReadPage<StoredRecord> = (cursor, signal) =>
    listRecords(api, kind, { ...filters, cursor, limit: PAGE_SIZE }, signal);
  const pages = useAddressedPages<StoredRecord>(read, address, [api, kind]);
  const { items, totalCount } = pages;
  return (
    <>
      <PageHeading
        title={title}
        lead={`The ${plural} of your organization.`}
        action={
          // Exports have no filters.
          (isFiltered || totalCount !== 0) && <DownloadButton resource={resource} what={`all ${plural}`} />
        }
      />
      <FilterForm kind={kind} query={filters} error={pages.error} />
      <ListCounts kind={kind} query={found} />
      {totalCount !== undefined && items.length > 0 && (
        <div class="toolbar">
          <p class="list-count">{countText(kind, totalCount, isFiltered)}</p>
          <About filters={found} />
          {isFiltered && <DownloadCsv name={kind} read={read} toCsv={recordsCsvOf(resource)} />}
        </div>
      )}
      <Collection
        pages={pages}
        shownAtFields={Object.keys(declared)}
        whenEmpty={
          isFiltered ? (
            <NoMatch
              title={`No matching ${plural}`}
              text={`No ${noun} matches. Records imported in the last few seconds may be missing.`}
              href={hrefOf(kindPath(kind))}
            />
          ) : (
            <NothingImported title={`No ${plural} yet`} what={plural} />
          )
        }
      >
        <RecordTable
          kind={kind}
          records={items}
          sorting={isLookup ? undefined : sortingFrom(RECORD_ORDERS[resource][0])}
        />
      </Collection>
    </>
  );
};
