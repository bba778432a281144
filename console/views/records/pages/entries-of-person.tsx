import type { EntryOfPerson } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { type ReadPage, usePages } from '../../../parts/use-pages.ts';
import { EntryTable } from '../entry-table.tsx';
import { NothingImported } from '../nothing-imported.tsx';

/** The call lists that contain a person. */
export const EntriesOfPerson = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const read: ReadPage<EntryOfPerson> = (cursor, signal) =>
    api.request('GET /people/{id}/call-list-entries', { id, query: { cursor } }, signal);
  const pages = usePages(read, [api, id]);
  return (
    <section class="section" aria-labelledby="entries">
      <div class="section-heading">
        <h2 id="entries">Call lists</h2>
        {pages.items.length > 0 && <DownloadCsv name="call-lists-of-person" of="call lists" read={read} />}
      </div>
      <Collection
        pages={pages}
        whenEmpty={<NothingImported title="No call lists" what="call lists that contain this person" />}
      >
        <EntryTable
          heading={{
            title: 'Call list',
            render: ({ callList }) => <RecordLink kind="call-lists" id={callList.id} text={callList.name} />,
          }}
          entries={pages.items}
        />
      </Collection>
    </section>
  );
};
