import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeletedRecord } from '../../../api/types.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import type { Loaded } from '../../../parts/use-load.ts';
import { hrefOf, replacePath } from '../../../routing/route.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { DeletedNotice } from '../actions/deleted-notice.tsx';
import { KINDS, RECORDS_PATH, type RecordAddress, recordPath } from '../record-paths.ts';

export interface RecordPageProps {
  readonly id: string;
  /** The action in the address. */
  readonly action: string | undefined;
}

interface RecordFrameProps<T> extends RecordPageProps, RecordAddress {
  readonly loaded: Loaded<T>;
  readonly nameOf: (record: T) => string;
  readonly factsOf: (record: T) => readonly (Fact | undefined)[];
  /** Related records. */
  readonly children?: ComponentChildren;
}

/** The page of one record: its fields, its JSON, related records, and its deletion. */
export const RecordFrame = <T,>(props: RecordFrameProps<T>) => {
  const { kind, id, action, loaded, nameOf, factsOf, children } = props;
  const [deleted, setDeleted] = useState<DeletedRecord>();
  const { noun } = KINDS[kind];
  const record = deleted === undefined ? loaded.value : undefined;
  const path = recordPath(kind, id);
  return (
    <>
      <Breadcrumbs above={[['Records', RECORDS_PATH]]} />
      <PageHeading
        title={record === undefined ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` : nameOf(record)}
        lead={<code class="anywhere">{id}</code>}
        action={
          record !== undefined && (
            <div class="actions">
              <a class="button button-danger" href={hrefOf(`${path}/delete`)}>
                Delete
              </a>
            </div>
          )
        }
      />
      {deleted === undefined && <LoadedMessage loaded={loaded} />}
      {deleted !== undefined && <DeletedNotice kind={kind} deleted={deleted} />}
      {record !== undefined && (
        <>
          <Facts facts={factsOf(record)} />
          {children}
          <section class="section" aria-labelledby="json">
            <h2 id="json">As the data API returns it</h2>
            <SecretValue label="JSON" what="JSON" value={JSON.stringify(record, null, 2)} />
          </section>
          {action === 'delete' && (
            <DeleteDialog
              kind={kind}
              id={id}
              name={nameOf(record)}
              onDeleted={setDeleted}
              onClose={() => replacePath(path)}
            />
          )}
        </>
      )}
    </>
  );
};
