import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { KINDS as DECLARED } from '../../../../shared/kinds/kinds.ts';
import { capitalized, type OwnKind } from '../../../../shared/kinds/names.ts';
import { ApiError } from '../../../api/problem.ts';
import type { DeletedRecord, ErasedPerson } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { Menu, type MenuItem } from '../../../parts/menu.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { compareNaturally, isValues, nameOf, textOf } from '../../../parts/record-text.ts';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { KINDS, kindPath, type RecordAddress, recordPath } from '../../../routing/record-paths.ts';
import { dialogHref, type Query, replacePath } from '../../../routing/route.ts';
import { labelOf } from '../../../words.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { DeletedNotice } from '../actions/deleted-notice.tsx';
import { EraseDialog } from '../actions/erase-dialog.tsx';
import { ErasedNotice } from '../actions/erased-notice.tsx';
import { FieldValue, NONE } from '../field-value.tsx';
import { RecordHistory } from '../history/record-history.tsx';
import { getRecord, type StoredRecord } from '../read-records.ts';
import { fieldsOf, NAMES, referencesIn, relatedKinds } from '../record-fields.ts';
import { useNames } from '../use-names.ts';
import { EntriesOfPerson } from './entries-of-person.tsx';
import { ListEntries } from './list-entries.tsx';
import { RelatedRecords } from './related-records.tsx';

export interface RecordPageProps extends RecordAddress {
  /** The action in the address. */
  readonly action: string | undefined;
  /** The parameters of the address. */
  readonly query: Query;
}

type Outcome = { readonly deleted: DeletedRecord } | { readonly erased: ErasedPerson };

/** Call list entries have no list of their own: they are shown with what they belong to. */
const ENTRIES: { readonly [K in OwnKind]?: ComponentType<Pick<RecordPageProps, 'id' | 'query'>> } = {
  person: EntriesOfPerson,
  'call-list': ListEntries,
};

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
  readonly isErasable: boolean;
}

const Actions = ({ kind, id, isFound, isErasable }: ActionsProps) => {
  const linkTo = (action: string): string => dialogHref(`${recordPath(kind, id)}/${action}`);
  if (isFound && isErasable) return <Menu label="Delete or erase" items={personActions(linkTo)} />;
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

/** The declared fields of a record, besides its name, and then those that only the source knows. */
const RecordFields = ({ kind, record }: Pick<RecordAddress, 'kind'> & { readonly record: StoredRecord }) => {
  const fields = Object.entries(fieldsOf(KINDS[kind].resource)).filter(([name]) => !NAMES.has(name));
  const recordName = useNames(
    referencesIn(
      [record],
      fields.map(([name]) => name),
    ),
  );
  const custom = fields
    .filter(([, { is }]) => is === 'custom-fields')
    .flatMap(([name]) => Object.entries(isValues(record[name]) ? record[name] : {}))
    .toSorted(([one], [other]) => compareNaturally(one, other));
  return (
    <>
      <Facts
        facts={fields
          .filter(([, { is }]) => is !== 'custom-fields')
          .map(
            ([name, field]): Fact => [
              labelOf(name),
              <FieldValue key={name} name={name} field={field} record={record} recordName={recordName} />,
            ],
          )}
      />
      {custom.length > 0 && (
        <section class="section" aria-labelledby="custom-fields">
          <h2 id="custom-fields">Custom fields</h2>
          <Facts
            facts={custom.map(([name, value]): Fact => [name, textOf(value) === null ? NONE : String(value)])}
          />
        </section>
      )}
    </>
  );
};

/** The page of one record: its fields, related records, its history, its JSON, and its deletion. */
export const RecordPage = ({ kind, id, action, query }: RecordPageProps) => {
  const { api, user, session } = useConsole();
  const loaded = useLoad((signal) => getRecord(api, kind, id, signal), [api, kind, id]);
  const [outcome, setOutcome] = useState<Outcome>();
  const { noun, resource, title } = KINDS[kind];
  const isAdmin = user.role === 'admin';
  const isErasable = DECLARED[resource].personal === 'whole';
  const record = outcome === undefined ? loaded.value : undefined;
  const isMissing = outcome === undefined && loaded.error instanceof ApiError && loaded.error.status === 404;
  const hasTraces = useTraces(id, isMissing && isErasable);
  const canErase = isAdmin && isErasable && (record !== undefined || (isMissing && hasTraces));
  const name = record === undefined ? id : nameOf(record);
  const dialog = { kind, id, name, onClose: () => replacePath(recordPath(kind, id)) };
  const Entries = ENTRIES[resource];
  return (
    <>
      <Breadcrumbs above={[[title, kindPath(kind)]]} />
      <PageHeading
        title={record === undefined ? capitalized(noun) : name}
        lead={<code class="anywhere">{id}</code>}
        action={
          isAdmin &&
          (record !== undefined || canErase) && (
            <Actions kind={kind} id={id} isFound={record !== undefined} isErasable={isErasable} />
          )
        }
      />
      {outcome === undefined && (
        <LoadedMessage loaded={loaded} named={{ noun, view: [title, kindPath(kind)] }} />
      )}
      {isMissing && canErase && <DeletedEarlier />}
      {isMissing && !hasTraces && session?.organizations !== undefined && <PerhapsElsewhere />}
      {record !== undefined && <RecordFields kind={kind} record={record} />}
      {/* Loaded together with the record, and shown after it. */}
      {outcome === undefined && (
        <div hidden={record === undefined && !isMissing}>
          {!isMissing && Entries !== undefined && <Entries id={id} query={query} />}
          {!isMissing &&
            relatedKinds(resource).map((related) => (
              <RelatedRecords key={related} kind={related} of={resource} id={id} />
            ))}
          <RecordHistory kind={kind} id={id} />
        </div>
      )}
      {record !== undefined && isAdmin && action === 'delete' && (
        <DeleteDialog {...dialog} onDeleted={(deleted) => setOutcome({ deleted })} />
      )}
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
