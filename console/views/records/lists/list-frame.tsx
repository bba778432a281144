import type { ComponentChildren } from 'preact';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { NoMatch } from '../../../parts/empty-state.tsx';
import { formatCount } from '../../../parts/numbers.ts';
import { PageHeading } from '../../../parts/page-heading.tsx';
import type { Pages, ReadPage } from '../../../parts/use-pages.ts';
import { KINDS, type KindSegment, kindPath } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { DownloadButton } from '../../exports/download-button.tsx';
import { NothingImported } from '../nothing-imported.tsx';
import { recordsCsvOf } from '../record-csv.ts';

/** The number of records on a page. */
export const PAGE_SIZE = 50;

interface ListFrameProps<T> {
  readonly kind: KindSegment;
  /** Names the order of the list. */
  readonly lead: string;
  readonly pages: Pages<T>;
  readonly isFiltered: boolean;
  /** Reads a page of what the filters match. */
  readonly read: ReadPage<T>;
  /** The parameters of the form's fields. */
  readonly fields: readonly string[];
  readonly form: ComponentChildren;
  /** The table. */
  readonly children: ComponentChildren;
}

const countText = (kind: KindSegment, count: number | null, isFiltered: boolean): string => {
  const { noun, title } = KINDS[kind];
  const [one, several] = isFiltered ? [' matches', ' match'] : ['', ''];
  if (count === null) return `More than 10,000 ${title.toLowerCase()}${several}`;
  return formatCount(count, `${noun}${one}`, `${title.toLowerCase()}${several}`);
};

/** The page of a list of records: its lookups, the count, and the table. */
export const ListFrame = <T extends object>({
  kind,
  lead,
  pages,
  isFiltered,
  read,
  fields,
  form,
  children,
}: ListFrameProps<T>) => {
  const { resource, noun, title } = KINDS[kind];
  const { items, totalCount } = pages;
  return (
    <>
      <PageHeading
        title={title}
        lead={lead}
        action={
          // Exports have no filters.
          (isFiltered || totalCount !== 0) && (
            <DownloadButton resource={resource}>
              {isFiltered ? `Download all ${title.toLowerCase()}` : 'Download'}
            </DownloadButton>
          )
        }
      />
      {form}
      {totalCount !== undefined && items.length > 0 && (
        <div class="toolbar">
          <p class="list-count">{countText(kind, totalCount, isFiltered)}</p>
          {isFiltered && <DownloadCsv name={kind} read={read} toCsv={recordsCsvOf(resource)} />}
        </div>
      )}
      <Collection
        pages={pages}
        shownAtFields={fields}
        whenEmpty={
          isFiltered ? (
            <NoMatch
              title={`No matching ${title.toLowerCase()}`}
              text={`No ${noun} has this value. Records imported in the last few seconds may be missing.`}
              href={hrefOf(kindPath(kind))}
            />
          ) : (
            <NothingImported title={`No ${title.toLowerCase()} yet`} what={title.toLowerCase()} />
          )
        }
      >
        {children}
      </Collection>
    </>
  );
};
