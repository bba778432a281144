import { nounOf, type OwnKind } from '../../../../shared/kinds/names.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { KINDS, type KindSegment, kindPath } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { NothingImported } from '../nothing-imported.tsx';
import { listRecords, type StoredRecord } from '../read-records.ts';
import { recordsCsvOf } from '../record-csv.ts';
import { referenceTo } from '../record-fields.ts';
import { RecordTable } from '../record-table.tsx';

const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

interface RelatedRecordsProps {
  /** The kind of the records shown. */
  readonly kind: KindSegment;
  /** The kind of the record that they refer to. */
  readonly of: OwnKind;
  readonly id: string;
}

/** The records of a kind that refer to one record, such as the people of a company. */
export const RelatedRecords = ({ kind, of, id }: RelatedRecordsProps) => {
  const { api } = useConsole();
  const { title, plural, resource } = KINDS[kind];
  const parameter = referenceTo(of, resource) ?? '';
  const read = (limit: number, cursor: string | undefined, signal: AbortSignal) =>
    listRecords(api, kind, { [parameter]: id, limit, cursor, count: 'none' }, signal);
  const pages = usePages<StoredRecord>((...page) => read(PAGE_SIZE, ...page), [api, kind, id]);
  return (
    <section class="section" aria-labelledby={kind}>
      <div class="section-heading">
        <h2 id={kind}>{title}</h2>
        {pages.items.length > 0 && (
          <div class="actions">
            <a class="button" href={hrefOf(kindPath(kind), { [parameter]: id })}>
              View as a list
            </a>
            <DownloadCsv
              name={`${kind}-of-${of}`}
              of={plural}
              read={(...page) => read(MAX_PAGE_SIZE, ...page)}
              toCsv={recordsCsvOf(resource)}
            />
          </div>
        )}
      </div>
      <Collection
        pages={pages}
        whenEmpty={<NothingImported title={`No ${plural}`} what={`${plural} of this ${nounOf(of)}`} />}
      >
        <RecordTable kind={kind} records={pages.items} without={parameter} />
      </Collection>
    </section>
  );
};
