import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../../api/problem.ts';
import type { DeletedRecord, ErasedPerson } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { Menu, type MenuItem } from '../../../parts/menu.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';
import { KINDS, kindPath, type RecordAddress, recordPath } from '../../../routing/record-paths.ts';
import { dialogHref, type Query, replacePath } from '../../../routing/route.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { DeletedNotice } from '../actions/deleted-notice.tsx';
import { EraseDialog } from '../actions/erase-dialog.tsx';
import { ErasedNotice } from '../actions/erased-notice.tsx';
import { RecordHistory } from '../history/record-history.tsx';

export interface RecordPageProps {
  readonly id: string;
  /** The action in the address. */
  readonly action: string | undefined;
  /** The parameters of the address. */
  readonly query: Query;
}

interface RecordFrameProps<T> extends Omit<RecordPageProps, 'query'>, RecordAddress {
  readonly loaded: Loaded<T>;
  readonly nameOf: (record: T) => string;
  readonly factsOf: (record: T) => readonly (Fact | undefined)[];
  /** The fields that only the source knows. */
  readonly customFactsOf?: (record: T) => readonly Fact[];
  /** Related records. */
  readonly children?: ComponentChildren;
}

type Outcome = { readonly deleted: DeletedRecord } | { readonly erased: ErasedPerson };

const personActions = (linkTo: (action: string) => string): readonly MenuItem[] => [
  {
    label: 'Delete',
    description: 'Removes the person. Past events and call list entries keep their data.',
    href: linkTo('delete'),
  },
  {
    label: 'Erase',
    description: 'For the right to erasure: also removes their data from events and call list entries.',
    href: linkTo('erase'),
  },
];

interface ActionsProps extends RecordAddress {
  /** Whether there still is something to delete. */
  readonly isFound: boolean;
}

const Actions = ({ kind, id, isFound }: ActionsProps) => {
  const linkTo = (action: string): string => dialogHref(`${recordPath(kind, id)}/${action}`);
  if (isFound && kind === 'people') return <Menu label="Delete or erase" items={personActions(linkTo)} />;
  const [label, action] = isFound ? ['Delete', 'delete'] : ['Erase', 'erase'];
  return (
    <a class="button button-danger" href={linkTo(action)}>
      {label}
    </a>
  );
};

/** For a user of several organizations, whose link may be to a record of another one. */
const PerhapsElsewhere = () => (
  <p class="notice">
    If the link is from another of your organizations, switch to that one at the top of the page.
  </p>
);

/**
 * Whether a person that does not exist may be erased: a user of several organizations needs an event about
 * it, or would erase in this one what is in another.
 */
const useTraces = (id: string, isMissing: boolean): boolean => {
  const { api, session } = useConsole();
  const isInSeveral = session?.organizations !== undefined;
  const loaded = useLoad(
    async (signal) => {
      if (!isMissing || !isInSeveral) return !isInSeveral;
      const query = { kind: 'person', id } as const;
      return (await api.request('GET /events', { query }, signal)).items.length > 0;
    },
    [api, id, isMissing, isInSeveral],
  );
  return loaded.value === true;
};

const DeletedEarlier = () => (
  <p class="notice">
    If the person was deleted, past events and call list entries may still contain their data. Erase the
    person to remove it.
  </p>
);

/** The page of one record: its fields, related records, its history, its JSON, and its deletion. */
export const RecordFrame = <T,>(props: RecordFrameProps<T>) => {
  const { kind, id, action, loaded, nameOf, factsOf, customFactsOf, children } = props;
  const { user, session } = useConsole();
  const isAdmin = user.role === 'admin';
  const [outcome, setOutcome] = useState<Outcome>();
  const { noun } = KINDS[kind];
  const record = outcome === undefined ? loaded.value : undefined;
  const isMissing = outcome === undefined && loaded.error instanceof ApiError && loaded.error.status === 404;
  const hasTraces = useTraces(id, isMissing && kind === 'people');
  const canErase = isAdmin && kind === 'people' && (record !== undefined || (isMissing && hasTraces));
  const custom = record === undefined ? [] : (customFactsOf?.(record) ?? []);
  const name = record === undefined ? id : nameOf(record);
  const dialog = { kind, id, name, onClose: () => replacePath(recordPath(kind, id)) };
  return (
    <>
      <Breadcrumbs above={[[KINDS[kind].title, kindPath(kind)]]} />
      <PageHeading
        title={record === undefined ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` : name}
        lead={<code class="anywhere">{id}</code>}
        action={
          isAdmin &&
          (record !== undefined || canErase) && <Actions kind={kind} id={id} isFound={record !== undefined} />
        }
      />
      {outcome === undefined && (
        <LoadedMessage loaded={loaded} named={{ noun, view: [KINDS[kind].title, kindPath(kind)] }} />
      )}
      {isMissing && canErase && <DeletedEarlier />}
      {isMissing && !hasTraces && session?.organizations !== undefined && <PerhapsElsewhere />}
      {record !== undefined && (
        <>
          <Facts facts={factsOf(record)} />
          {custom.length > 0 && (
            <section class="section" aria-labelledby="custom-fields">
              <h2 id="custom-fields">Custom fields</h2>
              <Facts facts={custom} />
            </section>
          )}
          {children}
          {isAdmin && action === 'delete' && (
            <DeleteDialog {...dialog} onDeleted={(deleted) => setOutcome({ deleted })} />
          )}
        </>
      )}
      {outcome === undefined && (record !== undefined || isMissing) && <RecordHistory kind={kind} id={id} />}
      {record !== undefined && (
        <section class="section">
          <details class="details">
            <summary>JSON, as the data API returns it</summary>
            <SecretValue label="JSON" what="JSON" value={JSON.stringify(record, null, 2)} />
          </details>
        </section>
      )}
      {canErase && action === 'erase' && (
        <EraseDialog {...dialog} onErased={(erased) => setOutcome({ erased })} />
      )}
      {outcome !== undefined && 'deleted' in outcome && (
        <DeletedNotice kind={kind} deleted={outcome.deleted} />
      )}
      {outcome !== undefined && 'erased' in outcome && <ErasedNotice erased={outcome.erased} />}
    </>
  );
};
